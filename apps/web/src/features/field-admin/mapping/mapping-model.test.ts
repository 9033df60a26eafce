import { describe, expect, it } from 'vitest'
import { levelOf } from '@steward/contracts/level'
import { changesOf, mappedFields, problemsOf } from './mapping-model.ts'

const mapping = (...externalNames: string[]) => ({ externalNames, direction: 'both' as const })
const fields = [
  { name: 'a', label: 'Alpha', dataType: 'string' },
  { name: 'b', label: 'Beta', dataType: 'string' },
]

it('offers what can be filled from outside', () => {
  const names = mappedFields(levelOf('account'), []).map(({ name }) => name)
  expect(names).toContain('name')
  expect(names).toContain('system:pulse')
  expect(names).not.toContain('system:health')
})

describe('changes', () => {
  it('are only what differs', () => {
    const saved = { a: mapping('One'), b: mapping('Two') }
    expect(changesOf(saved, saved)).toEqual({})
    expect(changesOf({ ...saved, a: mapping('One', 'Uno') }, saved)).toEqual({ a: mapping('One', 'Uno') })
    expect(changesOf({ ...saved, b: mapping() }, saved)).toEqual({ b: null })
    expect(changesOf({ a: { externalNames: [], direction: 'in' } }, {})).toEqual({})
    expect(changesOf({ a: { ...mapping('One'), direction: 'in' } }, saved)).toEqual({
      a: { externalNames: ['One'], direction: 'in' },
    })
  })
})

it('names a name that two fields claim, at both', () => {
  expect(problemsOf({ a: mapping('Key', 'X'), b: mapping('key') }, fields)).toEqual({
    a: '“key” is already used for Beta.',
    b: '“key” is already used for Alpha.',
  })
  expect(problemsOf({ a: mapping('Key'), b: mapping('Other') }, fields)).toEqual({})
})
