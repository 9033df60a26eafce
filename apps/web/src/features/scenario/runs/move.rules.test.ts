import { expect, it } from 'vitest'
import { movesText } from './move.rules.ts'

const at = (records: number, reason: string | null = null) => ({
  nodeKey: 'wait',
  type: 'wait',
  records,
  reason,
})
const moves = (...nodes: ReturnType<typeof at>[]) => ({
  version: 3,
  moving: false,
  versions: nodes.length > 0 ? [{ version: 1, nodes }] : [],
})

it('says how many records can move, and how many stay', () => {
  expect(movesText(moves())).toBe('All records are in version 3.')
  expect(movesText(moves(at(1)))).toBe('1 record can move to version 3.')
  expect(movesText(moves(at(12), at(2, 'Gone')))).toBe(
    '12 records can move to version 3. 2 records can’t move, and stay in theirs.',
  )
  expect(movesText(moves(at(2, 'Gone')))).toBe('2 records in earlier versions can’t move.')
  expect(movesText({ ...moves(at(2)), moving: true })).toBe('Moving records to version 3: 2 records left')
})
