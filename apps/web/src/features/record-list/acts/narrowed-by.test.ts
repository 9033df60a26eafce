import { expect, test } from 'vitest'
import { isNarrowedBy } from './narrowed-by.ts'

const all = { filter: { and: [] }, query: '', myEntitiesOnly: false }
const byStage = {
  ...all,
  filter: { field: 'system:lifecycleStageId', operator: 'isSetTo', value: [3] },
} as const

test('rows may leave a list that is filtered by what changes, and no other', () => {
  expect(isNarrowedBy(all, ['system:lifecycleStageId'])).toBe(false)
  expect(isNarrowedBy(byStage, ['system:lifecycleStageId'])).toBe(true)
  expect(isNarrowedBy(byStage, ['lifecycleStageId'])).toBe(true)
  expect(isNarrowedBy(byStage, ['seats'])).toBe(false)
})

test('so may they where somebody searches, and other owners where only own records are shown', () => {
  expect(isNarrowedBy({ ...all, query: 'north' }, ['name'])).toBe(true)
  expect(isNarrowedBy({ ...all, myEntitiesOnly: true }, ['system:owners'])).toBe(true)
  expect(isNarrowedBy({ ...all, myEntitiesOnly: true }, ['seats'])).toBe(false)
})
