import { describe, expect, it } from 'vitest'
import { accept, proposalsFor, typedAt } from './completion.rules.ts'

const fields = [
  { name: 'arr', displayName: 'Annual revenue' },
  { name: 'system:health', displayName: 'Health' },
]
const labels = (formula: string) =>
  proposalsFor(typedAt(formula, formula.length), fields).map(({ label }) => label)

describe('what is proposed at the caret', () => {
  it.each([
    ['{', ['Annual revenue', 'Health']],
    ['1 + {hea', ['Health']],
    ['{arr} * ro', ['round']],
    ['rev', ['Annual revenue']],
    ['"a {', []],
    ['{arr}', []],
    ['12', []],
    ['', []],
  ])('after %s', (formula, expected) => expect(labels(formula)).toEqual(expected))

  it('tells how a function is written', () => {
    const [proposal] = proposalsFor(typedAt('roun', 4), fields)
    expect(proposal).toMatchObject({ detail: 'round(number, digits?)', text: 'round()', caret: 6 })
  })
})

const put = (formula: string, caret: number) => {
  const typed = typedAt(formula, caret)
  const [proposal] = proposalsFor(typed, fields)
  if (!typed || !proposal) throw new Error('Nothing is proposed')
  return accept(formula, caret, typed, proposal)
}

describe('accepting', () => {
  it.each([
    ['1 + {an', 7, '1 + {arr}', 9],
    ['{an} + 1', 3, '{arr} + 1', 5],
    ['1 + tod', 7, '1 + today()', 11],
    ['roun + 1', 4, 'round() + 1', 6],
  ])('%s', (before, caret, formula, next) => expect(put(before, caret)).toEqual({ formula, caret: next }))
})
