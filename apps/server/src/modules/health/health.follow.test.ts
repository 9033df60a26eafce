import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { columns, run } from '../bulk/bulk.fixture.ts'
import { currencyIds, enterRates } from '../currency/currency.fixture.ts'
import { measureOf, publishModel } from '../health-model/health-model.fixture.ts'
import { logPulse } from '../pulse/pulse.fixture.ts'
import { create, defineField, good, undo } from '../record/record.fixture.ts'
import { upload } from '../sheet/sheet.fixture.ts'
import { movementOf, nextDays, scored, scoreOf, today } from './health.fixture.ts'

let app: TestApp
let admin: Client

beforeAll(async () => {
  app = await startTestApp()
  await app.application.startWorker()
  admin = await app.as('administrator')
})
afterAll(() => app.stop())

async function undoCreation(id: number): Promise<number> {
  const history = good(await admin.get(`core/accounts/${id}/history`)).data
  const { changeSetId } = history.find(({ action }: { action: string }) => action === 'create')
  return (await undo(admin, changeSetId)).changeSetId
}

const scoreOfOrganization = async (id: number): Promise<number | null> => {
  await scored(app)
  return (await scoreOf(admin, 'organization', id)).score
}

describe('an organization that takes the score of its accounts', () => {
  it('follows one that was deleted and comes back with its score', async () => {
    await publishModel(admin, 2, { measures: [measureOf()] })
    const organization = await create(admin, 'organizations', { name: 'Group' })
    const stays = await create(admin, 'accounts', { name: 'Stays', organization })
    await logPulse(admin, stays, 5)
    const leaves = await create(admin, 'accounts', { name: 'Leaves', organization, 'system:pulse': 1 })
    expect(await scoreOfOrganization(organization)).toBe(5)
    const undoing = await undoCreation(leaves)
    expect(await scoreOfOrganization(organization)).toBe(10)
    await undo(admin, undoing)
    expect(await scoreOfOrganization(organization)).toBe(5)
  })

  it('is scored by its own measures as long as no account of it has a score', async () => {
    await publishModel(admin, 1, {
      source: { from: 'accounts', how: 'average' },
      measures: [measureOf({ entityLevelId: 1 })],
    })
    const id = await create(admin, 'organizations', { name: 'Alone', 'system:pulse': 3 })
    await scored(app)
    expect(await scoreOf(admin, 'organization', id)).toMatchObject({
      score: 5,
      parts: [{ metric: 'field:-2', weight: 1 }],
    })
    await create(admin, 'accounts', { name: 'First', organization: id, 'system:pulse': 5 })
    await scored(app)
    expect(await scoreOf(admin, 'organization', id)).toMatchObject({
      score: 10,
      parts: [{ key: 'accounts' }],
    })
    const { movements, recomputes } = await movementOf(admin, 'organization', id, today(app, -1), today(app))
    expect(recomputes).toBe(true)
    expect(movements.reduce((sum, { difference }) => sum + difference, 0)).toBeCloseTo(10, 9)
  })
})

describe('how far a score has moved in 30 days', () => {
  it('is written to the field of a company that has one, also where only the days move it', async () => {
    const { customColumnId } = await defineField(admin, 'account', 'health_change', 'number')
    expect(customColumnId).toBeGreaterThan(0)
    await publishModel(admin, 2, { measures: [measureOf()] })
    const id = await create(admin, 'accounts', { name: 'Moves' })
    await logPulse(admin, id, 5)
    await scored(app)
    const shown = async () =>
      good(await admin.get(`core/accounts/${id}`)).data.customFields.health_change ?? null
    expect(await shown()).toBeNull()
    await nextDays(app, 40)
    expect(await shown()).toBe(0)
    await logPulse(admin, id, 3)
    await scored(app)
    expect(await shown()).toBe(-5)
    const { trend } = await scoreOf(admin, 'account', id)
    expect(trend).toBe(-5)
    await nextDays(app, 40)
    expect(await shown()).toBe(0)
  })
})

describe('an import', () => {
  it('is scored when it has ended, without waiting for a pause', async () => {
    const { owner } = app.application.platform.database
    const count = async (text: string) => (await owner.query<{ n: number }>(text)).rows[0]?.n
    const { customColumnId } = await defineField(admin, 'account', 'size', 'number')
    const size = measureOf({
      metric: `field:${customColumnId}`,
      rules: [{ operator: 'gte', value: 0, points: 6 }],
    })
    await publishModel(admin, 2, { measures: [size] })
    await scored(app)
    const lines = Array.from({ length: 450 }, (_, at) => `Imported ${at},${at}`).join('\n')
    const uploadId = await upload(app, admin, 'scored.csv', `Name,Size\n${lines}\n`)
    const config = { uploadId, columns: columns('name', 'size') }
    const { counts } = await run(admin, { level: 'account', config })
    expect(counts.create).toBe(450)
    await expect
      .poll(() => count('select count(*)::int as n from event'), { timeout: 20_000, interval: 20 })
      .toBe(0)
    const later = `select count(*)::int as n from graphile_worker.jobs where task_identifier = 'health.run' and run_at > now()`
    expect(await count(later)).toBe(0)
    await scored(app)
    expect(
      await count(`select count(*)::int as n from record where name like 'Imported %' and health = 6`),
    ).toBe(450)
  })
})

describe('word of a published version', () => {
  it('that comes after the next one puts none but that into effect', async () => {
    const first = await publishModel(admin, 2, { measures: [measureOf({ otherwise: 3 })] })
    await publishModel(admin, 2, { measures: [measureOf({ otherwise: 4 })] })
    const id = await create(admin, 'accounts', { name: 'Late', 'system:pulse': 1 })
    await scored(app)
    const event = { level: 2, versionId: first.published?.versionId }
    await app.application.platform.database.owner.query(
      `insert into event (tenant_id, type, version, payload) values ($1, 'health.published', 1, $2)`,
      [app.tenantId, JSON.stringify(event)],
    )
    await scored(app)
    expect(await scoreOf(admin, 'account', id)).toMatchObject({ score: 4 })
  })
})

describe('other exchange rates', () => {
  it('move the scores that are measured in money, and that it weighs', async () => {
    const { customColumnId } = await defineField(admin, 'account', 'worth', 'currency')
    const rules = [{ operator: 'gte' as const, value: 100, points: 10 }]
    const worth = measureOf({ name: 'Worth', metric: `field:${customColumnId}`, rules, otherwise: 2 })
    await publishModel(admin, 2, { measures: [worth] })
    await publishModel(admin, 1, { source: { from: 'accounts', how: 'weighted', fieldId: customColumnId } })
    await enterRates(app, admin, { EUR: 2 })
    const idOf = await currencyIds(admin)
    const organization = await create(admin, 'organizations', { name: 'Abroad' })
    const amount = (code: string, value: number) => ({ value, currencyDefinitionId: idOf(code) })
    await create(admin, 'accounts', { name: 'Dollars', organization, worth: amount('USD', 50) })
    const euros = await create(admin, 'accounts', { name: 'Euros', organization, worth: amount('EUR', 300) })
    expect(await scoreOfOrganization(organization)).toBe(8)
    expect(await scoreOf(admin, 'account', euros)).toMatchObject({ score: 10 })
    await enterRates(app, admin, { EUR: 8 })
    expect(await scoreOfOrganization(organization)).toBe(2)
    expect(await scoreOf(admin, 'account', euros)).toMatchObject({ score: 2, parts: [{ value: 37.5 }] })
    await enterRates(app, admin, { EUR: 2.5 })
    expect(await scoreOfOrganization(organization)).toBe(7.65)
  })
})
