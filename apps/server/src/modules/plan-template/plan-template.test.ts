import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { create, defineField, good, undo } from '../record/record.fixture.ts'

let app: TestApp
let admin: Client

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
  await defineField(admin, 'account', 'live_stores', 'number')
})
afterAll(() => app.stop())

const url = 'success-plan/template'
const plans = 'success-plan/success-plan'

const form = {
  name: 'Onboarding',
  level: 'account',
  planName: 'Onboarding of {{record.name}}',
  description: 'Owner: {{owner.name}}, until {{due.date}}',
  durationDays: 60,
  items: [
    {
      kind: 'MILESTONE',
      name: 'Kick-off with {{record.name}}',
      startDay: 0,
      dueDay: 7,
      tasks: [{ title: 'Invite {{record.name}}', dueDay: 3 }],
    },
    {
      kind: 'KPI',
      name: 'Stores live',
      dueDay: 60,
      targetType: 'numeric',
      targetCriteria: 'is greater than',
      targetValue: 10,
      sourceField: 'live_stores',
    },
    { kind: 'NOTE', name: 'Agreed', description: 'Weekly calls' },
  ],
}

const make = async (more: object = {}): Promise<number> =>
  good(await admin.post(url, { ...form, ...more })).data.templateId

/** Plans as a preview has them. */
const unmade = (made: object[]) => made.map((plan) => ({ ...plan, successPlanId: null }))

describe('a template', () => {
  it('makes plans for many records in one operation, as its preview says', async () => {
    const templateId = await make()
    const ids = [
      await create(admin, 'accounts', { name: 'Acme', live_stores: 4 }),
      await create(admin, 'accounts', { name: 'Globex' }),
    ]
    const contact = await create(admin, 'contacts', { name: 'Ada', account: ids[0] })
    const body = { entities: [...ids, contact, 999_999], startDate: '2026-03-01' }
    const preview = good(await admin.post(`${url}/${templateId}/preview`, body)).data
    expect(preview.changeSetId).toBeNull()
    expect(preview.plans).toMatchObject([
      { name: 'Onboarding of Acme', startDate: '2026-03-01', dueDate: '2026-04-30', successPlanId: null },
      { name: 'Onboarding of Globex' },
    ])
    expect(preview.refused.map(({ recordId }: { recordId: number }) => recordId)).toEqual([contact, 999_999])
    const applied = good(await admin.post(`${url}/${templateId}/apply`, body)).data
    expect(unmade(applied.plans)).toEqual(preview.plans)
    const [first] = applied.plans
    const plan = good(await admin.get(`${plans}/${first.successPlanId}`)).data
    expect(plan).toMatchObject({ startDate: '2026-03-01', dueDate: '2026-04-30', record: { id: ids[0] } })
    expect(plan.description).toContain('until 2026-04-30')
    expect(plan.items).toMatchObject([
      {
        kind: 'MILESTONE',
        name: 'Kick-off with Acme',
        dueDate: '2026-03-08',
        tasks: [{ title: 'Invite Acme', dueDate: '2026-03-04' }],
      },
      { kind: 'KPI', kpiName: 'Stores live', currentKpiValue: 4, source: { state: 'following' } },
      { kind: 'NOTE', name: 'Agreed' },
    ])
    const again = good(await admin.post(`${url}/${templateId}/apply`, body)).data
    expect(again).toMatchObject({ changeSetId: null, plans: [] })
    await undo(admin, applied.changeSetId)
    expect((await admin.get(`${plans}/${first.successPlanId}`)).status).toBe(404)
    expect((await admin.get(`tasks/${plan.items[0].tasks[0].taskId}`)).status).toBe(404)
  })

  it('is made of a plan, with relative days and the record as a placeholder', async () => {
    const templateId = await make()
    const [one, other] = [
      await create(admin, 'accounts', { name: 'Initech' }),
      await create(admin, 'accounts', { name: 'Umbrella' }),
    ]
    const at = { startDate: '2026-03-01' }
    const applied = good(await admin.post(`${url}/${templateId}/apply`, { entities: [one], ...at })).data
    const { successPlanId } = applied.plans[0]
    const made = good(await admin.post(`${url}/from-plan`, { successPlanId, name: 'Copy' })).data
    expect(made).toMatchObject({
      name: 'Copy',
      planName: 'Onboarding of {{record.name}}',
      durationDays: 60,
      items: [
        { name: 'Kick-off with {{record.name}}', startDay: 0, dueDay: 7, tasks: [{ dueDay: 3 }] },
        { name: 'Stores live', sourceField: 'live_stores' },
        { name: 'Agreed' },
      ],
    })
    const body = { entities: [other], startDate: '2027-01-10' }
    const copied = good(await admin.post(`${url}/${made.templateId}/apply`, body)).data
    const plan = good(await admin.get(`${plans}/${copied.plans[0].successPlanId}`)).data
    expect(plan).toMatchObject({ name: 'Onboarding of Umbrella', dueDate: '2027-03-11' })
  })

  it('keeps the currency of amounts, also when it is made of a plan', async () => {
    const { data: currencies } = good(await admin.get('currency/active-currencies'))
    const codes = currencies as { code: string; currencyDefinitionId: number; isDefault: boolean }[]
    const foreign = codes.find(({ isDefault }) => !isDefault)?.currencyDefinitionId
    const target = { targetType: 'currency', targetCriteria: 'is greater than', targetValue: 90 }
    const kpi = { kind: 'KPI', name: 'Revenue', ...target }
    const items = [{ ...kpi, currencyDefinitionId: foreign }, kpi]
    const amounts = async (templateId: number, name: string) => {
      const entities = [await create(admin, 'accounts', { name })]
      const body = { entities, startDate: '2026-03-01' }
      const { successPlanId } = good(await admin.post(`${url}/${templateId}/apply`, body)).data.plans[0]
      const plan = good(await admin.get(`${plans}/${successPlanId}`)).data
      const used = plan.items.map((item: { targetDetails: { currencyDefinitionId: number } }) => {
        return item.targetDetails.currencyDefinitionId
      })
      return { successPlanId, used }
    }
    const standard = codes.find(({ isDefault }) => isDefault)?.currencyDefinitionId
    const made = good(await admin.post(url, { ...form, items })).data
    const first = await amounts(made.templateId, 'Amounts')
    expect(first.used).toEqual([foreign, standard])
    const { successPlanId } = first
    const copy = good(await admin.post(`${url}/from-plan`, { successPlanId, name: 'Copied amounts' })).data
    expect((await amounts(copy.templateId, 'Copied')).used).toEqual([foreign, standard])
    const refused = await admin.post(url, { ...form, items: [{ ...kpi, currencyDefinitionId: 999_999 }] })
    expect(refused.body.fields).toHaveProperty(['items.0.currencyDefinitionId'])
  })

  it.each([
    [{ name: '' }, 'name'],
    [{ planName: 'For {{nobody}}' }, 'planName'],
    [{ durationDays: -1 }, 'durationDays'],
    [{ items: [{ ...form.items[0], startDay: 9, dueDay: 2 }] }, 'items.0.dueDay'],
    [{ durationDays: 5 }, 'items.0.dueDay'],
    [{ description: 'For {{nobody}}' }, 'description'],
    [{ items: [{ ...form.items[0], tasks: [{ title: 'Call {{nobody}}' }] }] }, 'items.0.tasks.0.title'],
    [{ items: [{ ...form.items[0], tasks: [{ title: 'Call', dueDay: 61 }] }] }, 'items.0.tasks.0.dueDay'],
  ])('with %j is refused at %s', async (more, field) => {
    const answer = await admin.post(url, { ...form, ...more })
    expect(answer).toMatchObject({ status: 400 })
    expect(Object.keys(answer.body.fields)).toContain(field)
  })

  it('is saved, listed and archived by those who may', async () => {
    const templateId = await make({ name: 'Renewal' })
    const normal = await app.as('normalUser')
    expect((await normal.post(url, form)).status).toBe(403)
    expect((await normal.patch(`${url}/${templateId}/archive`)).status).toBe(403)
    const saved = good(await admin.put(`${url}/${templateId}`, { ...form, name: 'Renewals' })).data
    expect(saved).toMatchObject({ templateId, name: 'Renewals' })
    const names = async () => good(await normal.get(url)).data.map(({ name }: { name: string }) => name)
    expect(await names()).toContain('Renewals')
    good(await admin.patch(`${url}/${templateId}/archive`))
    expect(await names()).not.toContain('Renewals')
    expect((await admin.get(`${url}/${templateId}`)).status).toBe(404)
  })

  it('makes no plan for what its user does not see', async () => {
    const templateId = await make()
    const hidden = await create(admin, 'accounts', { name: 'Hidden' })
    const normal = await app.as('normalUser')
    const body = { entities: [hidden], startDate: '2026-03-01' }
    const preview = good(await normal.post(`${url}/${templateId}/preview`, body)).data
    expect(preview).toMatchObject({ plans: [], refused: [{ recordId: hidden }] })
    expect(JSON.stringify(preview)).not.toContain('Hidden')
  })
})
