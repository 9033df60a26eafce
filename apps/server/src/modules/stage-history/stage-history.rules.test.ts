import { describe, expect, it } from 'vitest'
import { staysOf, wholeDays, type StageChange } from './stage-history.rules.ts'

const at = (day: number) => new Date(Date.UTC(2026, 0, day))
const born: StageChange = {
  changeSetId: 1,
  kind: 1,
  before: null,
  after: null,
  at: at(1),
  actorId: 5,
  undoneBy: null,
}
const move = (
  changeSetId: number,
  before: number | null,
  after: number | null,
  undoneBy: number | null = null,
): StageChange => ({ changeSetId, kind: 2, before, after, at: at(changeSetId), actorId: 6, undoneBy })
const shown = (changes: StageChange[], present: number | null) =>
  staysOf(changes, present, at(1)).map(({ stageId, enteredAt, leftAt }) => [
    stageId,
    enteredAt.getUTCDate(),
    leftAt?.getUTCDate() ?? null,
  ])

describe('the stages that a record has been in', () => {
  it('are the present one alone where it never moved', () => {
    expect(staysOf([born], 10, at(3))).toEqual([
      { stageId: 10, enteredAt: at(1), leftAt: null, actorId: 5, changeSetId: null },
    ])
    expect(staysOf([], 10, at(3))).toMatchObject([{ enteredAt: at(3), actorId: null }])
    expect(staysOf([born], null, at(1))).toEqual([])
  })

  it('follow each other, the present one first', () => {
    expect(shown([born, move(4, 10, 20), move(9, 20, 30)], 30)).toEqual([
      [30, 9, null],
      [20, 4, 9],
      [10, 1, 4],
    ])
  })

  it('leave out a move that was undone, with its undoing', () => {
    expect(shown([born, move(4, 10, 20), move(6, 20, 30, 7), move(7, 30, 20)], 20)).toEqual([
      [20, 4, null],
      [10, 1, 4],
    ])
  })

  it('keep a move that was undone elsewhere, since somebody moved the record on', () => {
    expect(shown([born, move(4, 10, 20, 9), move(6, 20, 30)], 30)).toEqual([
      [30, 6, null],
      [20, 4, 6],
      [10, 1, 4],
    ])
  })

  it('never end before they began, where a job wrote into a set that was opened earlier', () => {
    const late = { ...move(4, 20, 30), at: at(2) }
    expect(shown([born, { ...move(3, 10, 20), at: at(9) }, late], 30)).toEqual([
      [30, 9, null],
      [20, 9, 9],
      [10, 1, 9],
    ])
  })

  it('leave out times without a stage', () => {
    expect(shown([born, move(4, 10, null), move(6, null, 20)], 20)).toEqual([
      [20, 6, null],
      [10, 1, 4],
    ])
  })
})

it('days are whole ones, and never less than none', () => {
  expect(wholeDays(at(1), new Date(at(2).getTime() - 1))).toBe(0)
  expect(wholeDays(at(1), at(3))).toBe(2)
  expect(wholeDays(at(3), at(1))).toBe(0)
})
