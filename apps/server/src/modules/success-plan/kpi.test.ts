import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { create, defineField, edit, good, undo } from '../record/record.fixture.ts'
import { createKpi, createPlan, root } from './plan.fixture.ts'

let app: TestApp
let admin: Client
let accountId: number
let planId: number

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
  await app.application.startWorker()
  accountId = await create(admin, 'accounts', { name: 'Acme' })
  planId = (await createPlan(admin, accountId)).successPlanId
})
afterAll(() => app.stop())

const kpi = async (id: number) => good(await admin.get(`${root}/${planId}/kpi/${id}`)).data
const history = async (id: number) => good(await admin.get(`${root}/${planId}/kpi/${id}/history`)).data

describe('a KPI by hand', () => {
  it('notes who entered its value, and when', async () => {
    const { kpiId } = await createKpi(admin, planId, { currentKpiValue: 25 })
    expect(await kpi(kpiId)).toMatchObject({
      completionPercent: 25,
      currentBy: { id: admin.actor.userId },
      source: { state: 'byHand' },
      targetDetails: { targetType: 'numeric', currentKpiValue: 25 },
    })
    app.clock.advance(86_400_000)
    const { changeSetId } = good(await admin.put(`${root}/${planId}/kpi/${kpiId}`, { currentKpiValue: 60.5 }))
    app.clock.advance(1000)
    expect((await history(kpiId)).map(({ value }: { value: number }) => value)).toEqual([25, 60.5])
    await undo(admin, changeSetId)
    expect(await kpi(kpiId)).toMatchObject({ currentKpiValue: 25, completionPercent: 25 })
    expect(await history(kpiId)).toHaveLength(3)
  })

  it('is in the default currency unless one is named', async () => {
    const targetDetails = { targetType: 'currency', targetValue: 1000.5 }
    const made = await createKpi(admin, planId, { targetDetails, currentKpiValue: 1000.49 })
    expect(made.targetDetails.currencyDefinitionId).toEqual(expect.any(Number))
    expect(made).toMatchObject({ isMet: false, completionPercent: 99.99 })
    const bad = { targetDetails: { ...made.targetDetails, currencyDefinitionId: 999_999 } }
    expect((await admin.put(`${root}/${planId}/kpi/${made.kpiId}`, bad)).status).toBe(400)
  })
})

describe('a KPI that follows', () => {
  it('a field, has its values with history until the field is deleted', async () => {
    const field = await defineField(admin, 'account', 'live_stores', 'number')
    await edit(admin, 'accounts', accountId, { live_stores: 40 })
    const targetDetails = { startValue: 40, targetValue: 90 }
    const { kpiId } = await createKpi(admin, planId, { targetDetails, sourceField: 'live_stores' })
    expect(await kpi(kpiId)).toMatchObject({
      currentKpiValue: 40,
      completionPercent: 0,
      currentBy: null,
      source: { state: 'following', label: 'live_stores' },
    })
    await edit(admin, 'accounts', accountId, { live_stores: 65 })
    await expect.poll(async () => (await kpi(kpiId)).completionPercent).toBe(50)
    expect((await history(kpiId)).map(({ value }: { value: number }) => value)).toEqual([40, 65])
    const byHand = await admin.put(`${root}/${planId}/kpi/${kpiId}`, { currentKpiValue: 1 })
    expect(byHand).toMatchObject({ status: 400, body: { fields: { currentKpiValue: expect.any(String) } } })
    good(await admin.delete(`core/fields/${field.customColumnId}`))
    await edit(admin, 'accounts', accountId, { name: 'Acme Ltd' })
    expect(await kpi(kpiId)).toMatchObject({
      currentKpiValue: 65,
      source: { state: 'broken', field: null, label: 'Deleted field' },
    })
    good(await admin.put(`${root}/${planId}/kpi/${kpiId}`, { sourceField: null, currentKpiValue: 70 }))
    expect(await kpi(kpiId)).toMatchObject({ currentKpiValue: 70, source: { state: 'byHand' } })
  })

  it('an amount, in its own currency', async () => {
    await defineField(admin, 'account', 'spend', 'currency')
    const currencies = good(await admin.get('currency/currency-definitions')).data
    const { currencyDefinitionId } = currencies.find(({ code }: { code: string }) => code === 'USD')
    await edit(admin, 'accounts', accountId, { spend: { currencyDefinitionId, value: 12.34 } })
    const targetDetails = {
      targetType: 'currency',
      targetCriteria: 'is less than',
      startValue: 20,
      targetValue: 10,
    }
    const made = await createKpi(admin, planId, { targetDetails, sourceField: 'spend' })
    expect(made).toMatchObject({ currentKpiValue: 12.34, completionPercent: 76.6 })
  })

  it('nothing that is no number', async () => {
    const body = {
      kpiName: 'X',
      targetDetails: { targetType: 'numeric', targetCriteria: 'is less than', targetValue: 1 },
    }
    for (const sourceField of ['name', 'nothing', 'lifecycleStageId']) {
      const answer = await admin.post(`${root}/${planId}/kpi`, { ...body, sourceField })
      expect(answer).toMatchObject({ status: 400, body: { fields: { sourceField: expect.any(String) } } })
    }
  })

  it('the health score', async () => {
    const made = await createKpi(admin, planId, { targetDetails: { targetValue: 8 }, sourceField: 'health' })
    expect(made).toMatchObject({ source: { state: 'following', label: 'Health' } })
  })
})
