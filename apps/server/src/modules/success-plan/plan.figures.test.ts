import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { create, good } from '../record/record.fixture.ts'
import { createKpi, createMilestone, createPlan, readPlan, root } from './plan.fixture.ts'

let app: TestApp
let admin: Client

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
  await app.application.startWorker()
})
afterAll(() => app.stop())

it('figures of a plan are the same in the list and on its page, whatever its KPIs and milestones are', async () => {
  const figured = await create(admin, 'accounts', { name: 'Figured' })
  const { successPlanId } = await createPlan(admin, figured)
  const same = async () => {
    const page = await readPlan(admin, successPlanId)
    const { data } = good(await admin.get(`${root}?level=account&entityId=${figured}&pageSize=200`))
    const inList = (data as { successPlanId: number }[]).find((one) => one.successPlanId === successPlanId)
    const { items: _items, ...rest } = page
    expect(inList).toEqual(rest)
    return page
  }
  expect(await same()).toMatchObject({ completionPercent: 0, kpis: 0 })
  const criteria = ['is greater than', 'is less than'] as const
  const numbers = [-3, 0, 0.1, 7, 33.33, 1e9] as const
  for (const [at, targetCriteria] of [...criteria, ...criteria, ...criteria].entries()) {
    const [startValue, targetValue] = [numbers[at], numbers[(at * 2 + 3) % numbers.length]]
    const currentKpiValue = numbers[(at * 5 + 1) % numbers.length]
    await createKpi(admin, successPlanId, {
      currentKpiValue,
      targetDetails: { targetCriteria, startValue, targetValue },
    })
  }
  await createKpi(admin, successPlanId, { currentKpiValue: 66.6666 })
  expect(await same()).toMatchObject({ kpis: 7, completionPercent: expect.any(Number) })
  const { itemId } = await createMilestone(admin, successPlanId)
  for (const title of ['One', 'Two', 'Three']) {
    good(await admin.post(`${root}/${successPlanId}/milestone/${itemId}/task`, { title }))
  }
  const { items } = await same()
  const [milestone] = items.flatMap((item) => (item.kind === 'MILESTONE' ? [item] : []))
  const [first] = milestone?.taskIds ?? []
  good(await admin.post('tasks/complete', { taskIds: [first] }))
  const after = await same()
  expect(after.items.find((item) => item.itemId === itemId)).toMatchObject({ completionPercent: 33.33 })
})
