import { describe, expect, it } from 'vitest'
import { levelOf } from '@steward/contracts/level'
import { windowSize } from '../../entities/record/index.ts'
import { idAt, placeOf, windowOf, type RecordSequence } from './record-sequence.rules.ts'

const idsFrom = (first: number, count: number) => Array.from({ length: count }, (_, at) => first + at)
const view = { filter: { and: [] }, sort: [], query: '', myEntitiesOnly: false, columns: [] }
const sequence: RecordSequence = {
  level: levelOf('account'),
  view,
  total: windowSize * 2 + 5,
  windows: new Map([
    [1, idsFrom(1000, windowSize)],
    [3, idsFrom(5000, 5)],
  ]),
}

describe('the list that a reader walks through', () => {
  it('counts places over all of it', () => {
    expect(placeOf(sequence, 1000)).toBe(0)
    expect(placeOf(sequence, 5002)).toBe(windowSize * 2 + 2)
    expect(placeOf(sequence, 7)).toBe(-1)
  })

  it('knows the record at a place, and which window it has to load', () => {
    expect(idAt(sequence, 3)).toBe(1003)
    expect(idAt(sequence, windowSize)).toBeUndefined()
    expect(windowOf(windowSize)).toBe(2)
    expect(idAt(sequence, windowSize * 2)).toBe(5000)
  })
})
