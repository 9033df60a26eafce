import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { measureOf, publishModel } from '../health-model/health-model.fixture.ts'
import { create, defineField, good } from '../record/record.fixture.ts'
import { movementOf, scored, scoreOf, today } from './health.fixture.ts'

let app: TestApp
let admin: Client

beforeAll(async () => {
  app = await startTestApp()
  await app.application.startWorker()
  admin = await app.as('administrator')
})
afterAll(() => app.stop())

it('follows the deletion of a field that a measure uses, without a night between', async () => {
  const { customColumnId, name } = await defineField(admin, 'account', 'seats', 'number')
  const seats = { name: 'Seats', metric: `field:${customColumnId}` }
  const rules = [{ operator: 'gte' as const, value: 10, points: 10 }]
  await publishModel(admin, 2, { measures: [measureOf(), measureOf({ ...seats, rules, otherwise: 2 })] })
  await publishModel(admin, 1, { source: { from: 'accounts', how: 'average' } })
  const organization = await create(admin, 'organizations', { name: 'Above' })
  const both = await create(admin, 'accounts', {
    name: 'Both',
    organization,
    [name]: 12,
    'system:pulse': 3,
  })
  const alone = await create(admin, 'accounts', { name: 'Alone', [name]: 12 })
  await scored(app)
  expect(await scoreOf(admin, 'account', both)).toMatchObject({ score: 7.5 })
  expect(await scoreOf(admin, 'account', alone)).toMatchObject({ score: 10 })
  good(await admin.delete(`core/fields/${customColumnId}`))
  await scored(app)
  const left = await scoreOf(admin, 'account', both)
  expect(left).toMatchObject({ score: 5, missing: ['Seats'], parts: [{}, { source: 'A deleted field' }] })
  expect(await scoreOf(admin, 'account', alone)).toMatchObject({ score: null })
  expect(await scoreOf(admin, 'organization', organization)).toMatchObject({ score: 5 })
  const { recomputes, to } = await movementOf(admin, 'account', both, today(app, -1), today(app))
  expect({ recomputes, score: to.score }).toEqual({ recomputes: true, score: 5 })
})

it('follows the deletion of the field that weighs accounts', async () => {
  const { customColumnId, name } = await defineField(admin, 'account', 'worth', 'currency')
  await publishModel(admin, 2, { measures: [measureOf()] })
  await publishModel(admin, 1, {
    source: { from: 'accounts', how: 'weighted', fieldId: customColumnId },
    measures: [measureOf({ entityLevelId: 1, otherwise: 1 })],
  })
  const organization = await create(admin, 'organizations', { name: 'Weighed', 'system:pulse': 1 })
  await create(admin, 'accounts', { name: 'One', organization, [name]: 100, 'system:pulse': 5 })
  await scored(app)
  expect(await scoreOf(admin, 'organization', organization)).toMatchObject({ score: 10 })
  good(await admin.delete(`core/fields/${customColumnId}`))
  await scored(app)
  expect(await scoreOf(admin, 'organization', organization)).toMatchObject({ score: 1 })
})
