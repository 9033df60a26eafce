import { expect, it } from 'vitest'
import type { RecordBody } from '@steward/contracts/record'
import type { LevelField } from '../../../entities/field/index.ts'
import type { RecordView } from '../../../entities/record/index.ts'
import { isOutOfPlace } from './out-of-place.ts'

const fields = [
  { name: 'name', custom: false },
  { name: 'tier', custom: true },
] as LevelField[]

const view: RecordView = {
  filter: { and: [] },
  sort: [{ column: 'name', direction: 'ASC' }],
  query: '',
  myEntitiesOnly: false,
  columns: ['tier'],
}

const record = (globals: object, customFields: RecordBody['customFields'] = {}) =>
  ({
    accountId: 1,
    level: 2,
    version: 1,
    globalFields: { name: 'Alder', lifecycleStageId: 1, owners: [], ...globals },
    customFields,
  }) as unknown as RecordBody

const before = record({}, { tier: 1 })
const elsewhere = record({ lifecycleStageId: 2 }, { tier: 1 })
const inTier = record({}, { tier: 2 })

it('is what changed where the view sorts or filters by it', () => {
  const byStage = { ...view, sort: [{ column: 'system:lifecycleStageId', direction: 'ASC' }] } as RecordView
  const ofTier: RecordView = {
    ...view,
    filter: { and: [{ field: 'tier', operator: 'isSetTo', value: [1] }] },
  }
  expect(isOutOfPlace(view, fields, before, elsewhere)).toBe(false)
  expect(isOutOfPlace(byStage, fields, before, elsewhere)).toBe(true)
  expect(isOutOfPlace(view, fields, before, inTier)).toBe(false)
  expect(isOutOfPlace(ofTier, fields, before, inTier)).toBe(true)
  expect(isOutOfPlace(ofTier, fields, before, elsewhere)).toBe(false)
})

it('may be what the view does not hold', () => {
  const unseen: RecordView = { ...view, columns: [], sort: [{ column: 'tier', direction: 'ASC' }] }
  expect(isOutOfPlace(unseen, fields, before, inTier)).toBe(true)
})
