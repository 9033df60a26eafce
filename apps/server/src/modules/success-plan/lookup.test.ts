import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { create, good } from '../record/record.fixture.ts'
import { createKpi, createPlan, root } from './plan.fixture.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

it('lookups are renamed, extended and taken out of use', async () => {
  const [admin, normal] = [await app.as('administrator'), await app.as('normalUser')]
  const of = async (type: string) =>
    good(await admin.get(`success-plan/lookup?type=${type}`)).data.map(({ name }: { name: string }) => name)
  expect(await of('KPI_PROGRESS')).toEqual(['Not set', 'On track', 'At risk', 'Achieved', 'Not achieved'])
  good(await admin.patch('success-plan/lookup/33', { name: 'In trouble' }))
  const form = { type: 'KPI_PROGRESS', name: 'Waiting', meaning: 'behind' }
  const added = good(await admin.post('success-plan/lookup', form)).data
  expect(added.lookupId).toBeGreaterThanOrEqual(1000)
  expect(await of('KPI_PROGRESS')).toContain('In trouble')
  expect((await admin.post('success-plan/lookup', { ...form, name: 'waiting' })).status).toBe(409)
  expect((await admin.post('success-plan/lookup', { ...form, name: 'X', meaning: 'open' })).status).toBe(400)
  expect((await admin.patch('success-plan/lookup/31', { isActive: false })).status).toBe(409)
  good(await admin.patch('success-plan/lookup/33', { isActive: false }))
  const accountId = await create(admin, 'accounts', { name: 'Acme' })
  const { successPlanId: id } = await createPlan(admin, accountId)
  const kpi = await createKpi(admin, id, { progressId: added.lookupId })
  expect(kpi.progressName).toBe('Waiting')
  expect((await admin.put(`${root}/${id}/kpi/${kpi.kpiId}`, { progressId: 33 })).status).toBe(400)
  expect((await normal.post('success-plan/lookup', form)).status).toBe(403)
})
