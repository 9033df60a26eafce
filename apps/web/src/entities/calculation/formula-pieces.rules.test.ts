import { expect, it } from 'vitest'
import { piecesOf } from './formula-pieces.rules.ts'

const fault = (from: number, to: number) => ({ message: 'x', from, to })

it.each([
  ['no fault', '1 + 2', [], ['1 + 2']],
  ['one in the middle', '1 + x', [fault(4, 5)], ['1 + ', '[x]']],
  ['two that overlap', 'abcdef', [fault(1, 4), fault(2, 5)], ['a', '[b]', '[cd]', '[e]', 'f']],
  ['one at the end without length', 'ab', [fault(2, 2)], ['a', '[b]']],
  ['one beyond a formula that became shorter', 'ab', [fault(1, 9)], ['a', '[b]']],
])('marks %s', (_, formula, faults, expected) => {
  const pieces = piecesOf(formula, faults).map(({ text, marked }) => (marked ? `[${text}]` : text))
  expect(pieces).toEqual(expected)
})
