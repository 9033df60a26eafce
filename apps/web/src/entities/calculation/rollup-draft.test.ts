import { expect, it } from 'vitest'
import type { Field } from '@steward/contracts/field'
import { childFields, draftDataTypes, emptyRollup } from './rollup-draft.ts'

const field = (customColumnId: number, displayName: string, dataType: string) =>
  ({ customColumnId, displayName, dataType }) as Field
const custom = [field(1, 'Seats', 'number'), field(2, 'Plan', 'string'), field(3, 'Signed', 'date')]
const labels = (by: Parameters<typeof childFields>[2]) => childFields(3, custom, by).map(({ label }) => label)

it('offers the fields that a function makes something of', () => {
  expect(labels('sum')).toEqual(['Seats', 'Health', 'Pulse', 'Internal ID'])
  expect(labels('min')).toEqual(['Seats', 'Signed', 'Health', 'Pulse', 'Internal ID'])
  expect(labels('latest')).toContain('Plan')
})

it('begins with counting the nearest level', () => {
  expect(emptyRollup(1)).toEqual({ childLevel: 2, function: 'count', childId: null })
  expect(emptyRollup(3).childLevel).toBeNull()
})

it('knows the types of the result', () => {
  const seats = { id: 1, label: 'Seats', dataType: 'number' }
  const draft = emptyRollup(1)
  expect(draftDataTypes(draft, undefined)).toEqual(['number'])
  expect(draftDataTypes({ ...draft, function: 'sum', childId: 1 }, seats)).toEqual(['number', 'percentage'])
  expect(draftDataTypes({ ...draft, function: 'sum', childId: 9 }, undefined)).toEqual([])
})
