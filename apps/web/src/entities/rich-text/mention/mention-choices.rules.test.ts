import { describe, expect, it } from 'vitest'
import {
  fittingPeople,
  fittingRecords,
  mayBecomeName,
  stepFrom,
  type MentionChoice,
} from './mention-choices.rules.ts'

const person = (id: number, label: string, reason: string | null = null): MentionChoice => ({
  kind: 'user',
  id,
  label,
  detail: `${label.toLowerCase().replace(' ', '.')}@example.com`,
  reason,
})

const people = [
  person(1, 'Priya Shah'),
  person(2, 'Shane Ortiz'),
  person(3, 'Ada Lovelace'),
  person(4, 'Shana Viewer', 'Viewer'),
  person(5, 'Trisha Bell'),
]

describe('the people behind an @', () => {
  it('puts whose name begins so first, and who cannot be named last', () => {
    expect(fittingPeople(people, 'sha').map(({ id }) => id)).toEqual([2, 1, 5, 4])
    expect(fittingPeople(people, 'Ada Lov').map(({ id }) => id)).toEqual([3])
    expect(fittingPeople(people, 'nobody')).toEqual([])
    expect(fittingPeople(people, '')).toHaveLength(5)
  })

  it('puts records first whose name begins so, whatever their level', () => {
    const found: MentionChoice[] = [
      { ...person(1, 'Stores, Norway'), kind: 'organization' },
      { ...person(2, 'Nora Berg'), kind: 'contact' },
    ]
    expect(fittingRecords(found, 'no').map(({ id }) => id)).toEqual([2, 1])
    expect(fittingRecords(found, 'norw').map(({ id }) => id)).toEqual([1, 2])
  })

  it('gives up where no name can follow', () => {
    expect(mayBecomeName('Ada Lovelace')).toBe(true)
    expect(mayBecomeName(' noon')).toBe(false)
    expect(mayBecomeName('five words are too many')).toBe(false)
  })

  it('steps over who cannot be named', () => {
    const some = [person(1, 'A'), person(2, 'B', 'Viewer'), person(3, 'C')]
    expect([stepFrom(some, 0, 1), stepFrom(some, 2, 1), stepFrom(some, 0, -1)]).toEqual([2, 0, 2])
    expect(stepFrom(some, -1, 1)).toBe(0)
    expect(stepFrom([person(2, 'B', 'Viewer')], -1, 1)).toBe(-1)
    expect(stepFrom([], -1, 1)).toBe(-1)
  })
})
