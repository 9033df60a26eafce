import type { HealthBounds, HealthMeasure, HealthMetric } from '@steward/contracts/health'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { boundsOf, measureOf, publishModel, saveDraft } from './health-model.fixture.ts'

let test: TestApp
let admin: Client
let viewer: Client
let stageIds: number[]

beforeAll(async () => {
  test = await startTestApp()
  admin = await test.as('administrator')
  viewer = await test.as('viewer')
  const { data } = (await admin.get('core/lifecycles?level=account')).body
  stageIds = data.map(({ lifecycleStageId }: { lifecycleStageId: number }) => lifecycleStageId)
})
afterAll(() => test.stop())

const settings = 'health-management/score-settings'
const names = (measures: readonly HealthMeasure[]) => measures.map(({ name }) => name)

/** The names of the three measures of all accounts, in their order. */
async function listGlobal(): Promise<string[]> {
  const measures = (await list('2')).filter(({ scope }) => scope === 1)
  expect(measures.map(({ order }) => order)).toEqual([1, 2, 3])
  return names(measures)
}

async function list(level: string): Promise<HealthMeasure[]> {
  const { status, body } = await viewer.get(`${settings}?level=${level}`)
  expect(status).toBe(200)
  return body.data
}

describe('a new company', () => {
  it('has measures for accounts and contacts, and takes organizations from their accounts', async () => {
    expect(names(await list('account'))).toEqual([
      'Pulse',
      'Latest sentiment',
      'Risks',
      'Days since last contact',
      'Activities in the last 30 days',
    ])
    expect(names(await list('contacts'))).toEqual(['Pulse', 'Latest sentiment', 'Days since last contact'])
    expect(await list('pipeline')).toEqual([])
    const { data } = (await viewer.get('health-management/models/organization')).body
    expect(data.draft.source).toEqual({ from: 'accounts', how: 'average' })
    // For organizations none of whose accounts has a score.
    expect(names(data.draft.measures)).toEqual(names(await list('account')))
  })
})

describe('score settings', () => {
  it('are added as the last of their scope, with an id and an order', async () => {
    await publishModel(admin, 2, { measures: [measureOf({ name: 'First' })] })
    const second = await admin.post(settings, measureOf({ name: 'Second' }))
    const ofStage = await admin.post(
      settings,
      measureOf({ name: 'First', scope: 2, scopeReferenceId: stageIds[1] as number }),
    )
    expect(second.status).toBe(200)
    expect(second.body.data).toMatchObject({ name: 'Second', order: 2, scope: 1, entityLevelId: 2 })
    expect(ofStage.body.data).toMatchObject({ order: 1, scope: 2, scopeReferenceId: stageIds[1] })
    expect(ofStage.body.data.scoreId).toBeGreaterThan(second.body.data.scoreId)
    expect(names(await list('2'))).toEqual(['First', 'Second', 'First'])
  })

  it('take effect at once, as a version that says so, and leave other edits in the draft', async () => {
    const { draft } = await publishModel(admin, 2, { measures: [measureOf({ name: 'Kept' })] })
    const versions = async () => (await admin.get('health-management/models/account/versions')).body.data
    const [before] = await versions()
    await saveDraft(admin, 2, { measures: [...draft.measures, measureOf({ name: 'Only a draft' })] })
    const added = (await admin.post(settings, measureOf({ name: 'Added' }))).body.data
    expect(names(await list('2'))).toEqual(['Kept', 'Added'])
    const [version] = await versions()
    expect(version).toMatchObject({
      number: before.number + 1,
      note: 'Added the measure “Added” through the API',
    })
    const state = (await admin.get('health-management/models/account')).body.data
    expect(names(state.draft.measures)).toEqual(['Kept', 'Only a draft', 'Added'])
    expect(state.changed).toBe(true)
    await admin.post(`${settings}/${added.scoreId}/reorder`, { entityLevel: 2, reorderTo: 1 })
    await admin.post(`${settings}/${added.scoreId}/reorder`, { entityLevel: 2, reorderTo: 1 })
    await admin.delete(`${settings}/${added.scoreId}`)
    expect(names(await list('2'))).toEqual(['Kept'])
    const notes = (await versions()).slice(0, 3).map(({ note }: { note: string }) => note)
    expect(notes).toEqual([
      'Deleted the measure “Added” through the API',
      'Moved the measure “Added” to position 1 through the API',
      'Added the measure “Added” through the API',
    ])
    const { data } = (await admin.get('audit?pageSize=4')).body
    const actions = data.map(({ action }: { action: string }) => action)
    expect(actions.filter((action: string) => action !== 'audit.read').slice(0, 3)).toEqual([
      'health.published',
      'health.published',
      'health.published',
    ])
  })

  it('are reordered within their scope', async () => {
    const ofStage = { scope: 2 as const, scopeReferenceId: stageIds[0] as number }
    const { draft } = await publishModel(admin, 2, {
      measures: [
        measureOf({ name: 'A' }),
        measureOf({ name: 'X', ...ofStage }),
        measureOf({ name: 'B' }),
        measureOf({ name: 'C' }),
      ],
    })
    const idOf = (name: string) => draft.measures.find((one) => one.name === name)?.scoreId
    const move = (name: string, reorderTo: number) =>
      admin.post(`${settings}/${idOf(name)}/reorder`, { entityLevel: 'account', reorderTo })
    expect((await move('C', 1)).status).toBe(200)
    expect(await listGlobal()).toEqual(['C', 'A', 'B'])
    await move('C', 2)
    expect(await listGlobal()).toEqual(['A', 'C', 'B'])
    await move('A', 50)
    expect(await listGlobal()).toEqual(['C', 'B', 'A'])
    await move('X', 3)
    expect(await listGlobal()).toEqual(['C', 'B', 'A'])
    const wrong = await admin.post(`${settings}/${idOf('A')}/reorder`, { entityLevel: 3, reorderTo: 1 })
    expect(wrong.status).toBe(400)
    expect(wrong.body.fields.entityLevel).toContain('another level than contact')
  })

  it('are deleted, and a second time are not there', async () => {
    const { draft } = await publishModel(admin, 2, { measures: [measureOf(), measureOf({ name: 'Other' })] })
    const { scoreId } = draft.measures[0] as HealthMeasure
    const { status, body } = await admin.delete(`${settings}/${scoreId}`)
    expect(status).toBe(200)
    expect(body.data).toEqual([expect.objectContaining({ name: 'Other', order: 1 })])
    expect(await admin.delete(`${settings}/${scoreId}`)).toMatchObject({
      status: 404,
      body: { reason: 'health.measure_unknown' },
    })
  })

  it.each([
    ['a metric that there is not', { metric: 'moonPhase' }, 'metric', 'unknown metric'],
    ['a field that there is not', { metric: 'field:999999' }, 'metric', 'field that was deleted'],
    ['a text', { metric: 'field:-7' }, 'metric', "can't be measured"],
    ['a period for a metric without', { period: 'last30' as const }, 'period', 'no periods'],
    [
      'a stage of another level',
      { scope: 2 as const, scopeReferenceId: 999_999 },
      'scopeReferenceId',
      'This stage does not exist',
    ],
    ['no stage in a scope of one', { scope: 2 as const }, 'scopeReferenceId', 'This stage does not exist'],
    [
      'a list without oneOf',
      { rules: [{ operator: 'gte' as const, value: [1], points: 1 }] },
      'rules.0.value',
      'one value',
    ],
    [
      'true for a number',
      { rules: [{ operator: 'eq' as const, value: true, points: 1 }] },
      'rules.0.value',
      'Enter a number to compare with',
    ],
    ['a group that there is not', { groupId: 7 }, 'groupId', 'This group does not exist'],
    ['a name that is there', { name: 'PULSE' }, 'name', 'already a measure'],
  ])('are refused with %s', async (_, wish, path, message) => {
    await publishModel(admin, 2, { measures: [measureOf()] })
    const { status, body } = await admin.post(settings, measureOf({ name: 'New', ...wish }))
    expect(status).toBe(400)
    expect(body.reason).toBe('health.invalid')
    expect(body.fields[path]).toContain(message)
    expect(await list('2')).toHaveLength(1)
  })

  it('are refused with points above 10, weights below 0 and comparisons that there are not', async () => {
    const rule = { operator: 'contains', value: 1, points: 11 }
    const { status, body } = await admin.post(settings, { ...measureOf(), weight: -1, rules: [rule] })
    expect(status).toBe(400)
    expect(Object.keys(body.fields)).toEqual(
      expect.arrayContaining(['weight', 'rules.0.operator', 'rules.0.points']),
    )
  })

  it('are at most 50 of a level', async () => {
    const measures = Array.from({ length: 50 }, (_, at) => measureOf({ name: `Measure ${at}` }))
    await publishModel(admin, 2, { measures })
    const { status, body } = await admin.post(settings, measureOf({ name: 'One more' }))
    expect(status).toBe(409)
    expect(body.reason).toBe('health.too_many')
  })

  it('are read by all and written by administrators', async () => {
    const manager = await test.as('manager')
    expect((await manager.get(`${settings}?level=2`)).status).toBe(200)
    expect((await manager.post(settings, measureOf())).status).toBe(403)
    expect((await viewer.get(settings)).status).toBe(400)
  })

  it('belong to one tenant', async () => {
    const { draft } = await publishModel(admin, 2, { measures: [measureOf()] })
    const foreigner = await test.foreigner()
    expect((await foreigner.delete(`${settings}/${draft.measures[0]?.scoreId}`)).status).toBe(404)
    expect(await list('2')).toHaveLength(1)
  })
})

describe('bounds', () => {
  const path = 'health-management/rag-status'
  it('are 4 and 7 for every level', async () => {
    for (const level of [1, 2, 3, 4]) {
      const { body } = await viewer.get(`${path}?level=${level}`)
      expect(body.data).toEqual([{ ...boundsOf(4, 7), entityLevelId: level }])
    }
  })

  it('are set for all, and for one stage', async () => {
    await admin.post(path, { scope: 1, entityLevelId: 2, config: { lowerBound: 3, upperBound: 8.5 } })
    const stage = stageIds[0] as number
    await admin.post(path, boundsOf(1, 2, stage))
    const { status, body } = await admin.post(path, boundsOf(1, 3, stage))
    expect(status).toBe(200)
    expect(body.data satisfies HealthBounds[]).toEqual([boundsOf(3, 8.5), boundsOf(1, 3, stage)])
    expect((await viewer.get(`${path}?level=account`)).body.data).toEqual(body.data)
  })

  it('colour records at once, as a version that says so', async () => {
    await publishModel(admin, 2, { measures: [measureOf()] })
    const globalFields = { name: 'Coloured', pulse: 3 }
    const { accountId } = (await admin.post('core/accounts', { globalFields })).body.data
    const { database } = test.application.platform
    await database.owner.query('update record set health = 5 where tenant_id = $1 and record_id = $2', [
      test.tenantId,
      accountId,
    ])
    const status = async () =>
      (await admin.get(`core/accounts/${accountId}`)).body.data.globalFields.healthStatus
    expect(await status()).toBe('Average')
    await admin.post(path, boundsOf(2, 3))
    expect(await status()).toBe('Good')
    const [version] = (await admin.get('health-management/models/account/versions')).body.data
    expect(version.note).toBe('Set the score bands of all records to 2 and 3 through the API')
  })

  it.each([
    ['reversed', boundsOf(7, 4), 'config.lowerBound', 'below the upper bound'],
    ['the same', boundsOf(5, 5), 'config.lowerBound', 'below the upper bound'],
    [
      'for a stage that there is not',
      boundsOf(4, 7, 999_999),
      'scopeReferenceId',
      'This stage does not exist',
    ],
    ['above 10', boundsOf(4, 11), 'config.upperBound', '10'],
  ])('are refused when they are %s', async (_, bounds, field, message) => {
    const { status, body } = await admin.post(path, bounds)
    expect(status).toBe(400)
    expect(body.fields[field]).toContain(message)
  })
})

async function makeField(dataType: string, displayName: string, options?: readonly string[]) {
  const { status, body } = await admin.post('core/fields', {
    columnLevel: 2,
    dataType,
    displayName,
    ...(options ? { picklistDefinition: options.map((value) => ({ value })) } : {}),
  })
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data
}

describe('metrics', () => {
  it('are the fields that can be measured, with the options that can be chosen', async () => {
    const tier = await makeField('singlePicklist', 'Tier', ['Gold', 'Silver'])
    const seats = await makeField('number', 'Seats')
    const renewal = await makeField('date', 'Renewal')
    await makeField('string', 'Remark')
    const metrics: HealthMetric[] = (await viewer.get('health-management/metrics?level=2')).body.data
    const find = (key: string) => metrics.find((metric) => metric.key === key)
    expect(find(`field:${seats.customColumnId}`)).toMatchObject({ kind: 'number', periods: false })
    expect(find(`field:${renewal.customColumnId}`)).toMatchObject({ kind: 'date', unit: 'days' })
    expect(find(`field:${tier.customColumnId}`)?.options.map(({ displayName }) => displayName)).toEqual([
      'Gold',
      'Silver',
    ])
    expect(find('field:-2')).toMatchObject({ displayName: 'Pulse', kind: 'number' })
    expect(metrics.some(({ displayName }) => displayName === 'Remark')).toBe(false)
  })
})
