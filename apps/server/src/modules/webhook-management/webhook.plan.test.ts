import { describe, expect, it } from 'vitest'
import { create, defineField, edit, good, undo } from '../record/record.fixture.ts'
import { createKpi } from '../success-plan/plan.fixture.ts'
import {
  account,
  add,
  admin,
  app,
  idsOf,
  openStage,
  receiver,
  verified,
  webhooksPath,
} from './webhook.fixture.ts'

openStage()

const root = 'success-plan/success-plan'
const events = ['created', 'updated', 'completed', 'reopened', 'archived', 'restored', 'deleted'].map(
  (name) => `success_plan.${name}`,
)

async function addPlan(entityId = account): Promise<{ id: number; changeSetId: number }> {
  const { data, changeSetId } = good(await admin.post(root, { level: 'account', entityId, name: 'Roll out' }))
  return { id: data.successPlanId, changeSetId }
}

/** What arrived, once there is so much. */
async function told(count: number, secret: string) {
  await expect.poll(() => receiver.received.length, { timeout: 30_000, interval: 50 }).toBe(count)
  return receiver.received.map((call) => verified(call, secret))
}

describe('a success plan', () => {
  it('is sent as lists return it, with each thing that happens to it', async () => {
    const { secret } = await add({ events })
    const { id } = await addPlan()
    await told(1, secret)
    good(await admin.put(`${root}/${id}`, { name: 'Go live', dueDate: '2027-03-01' }))
    await told(2, secret)
    good(await admin.put(`${root}/${id}/complete`, {}))
    await told(3, secret)
    good(await admin.put(`${root}/${id}/uncomplete`))
    await told(4, secret)
    good(await admin.patch(`${root}/${id}/archive`))
    await told(5, secret)
    good(await admin.patch(`${root}/${id}/unarchive`))
    const all = await told(6, secret)
    expect(all.map(({ type }) => type)).toEqual(
      ['created', 'updated', 'completed', 'reopened', 'archived', 'restored'].map(
        (name) => `success_plan.${name}`,
      ),
    )
    const { items: _, ...plan } = good(await admin.get(`${root}/${id}`)).data
    expect(all[5].data).toMatchObject({
      record: null,
      changes: { isArchived: { before: true, after: false } },
      actor: { kind: 'person', id: admin.actor.userId },
      version: plan.version,
      successPlan: { ...plan, mayEdit: false },
    })
    expect(all[1].data.changes).toEqual({
      name: { before: 'Roll out', after: 'Go live' },
      dueDate: { before: null, after: '2027-03-01' },
    })
  })

  it('that is deleted is sent by its id, and changes of its items are not sent', async () => {
    const { secret } = await add({ events: ['success_plan.updated', 'success_plan.deleted'] })
    const gone = await addPlan()
    await undo(admin, gone.changeSetId)
    const { id } = await addPlan()
    good(await admin.post(`${root}/${id}/milestone`, { name: 'Go live' }))
    good(await admin.put(`${root}/${id}`, { name: 'Last' }))
    // Calls about different plans may overtake each other.
    const calls = (await told(2, secret)).toSorted((one, other) => one.type.localeCompare(other.type))
    expect(calls).toMatchObject([
      { type: 'success_plan.deleted', data: { successPlan: { successPlanId: gone.id } } },
      { type: 'success_plan.updated', data: { successPlan: { name: 'Last' } } },
    ])
  })

  it('is sent where its record meets the condition, without the records above it', async () => {
    const organization = await create(admin, 'organizations', { name: 'Parent' })
    const other = await create(admin, 'accounts', { name: 'Other', organization })
    const rule = { field: 'name', operator: 'equals', value: 'Other' }
    const { secret } = await add({ events: ['success_plan.created'], condition: { level: 2, rule } })
    await addPlan()
    await addPlan(other)
    const [only] = await told(1, secret)
    expect(only.data.successPlan).toMatchObject({
      record: { id: other },
      accountId: other,
      organizationId: null,
    })
  })

  it('is sent with its ids alone where the webhook says so', async () => {
    const { secret } = await add({ events: ['success_plan.updated'], thin: true })
    const { id } = await addPlan()
    good(await admin.put(`${root}/${id}`, { name: 'Renamed' }))
    const [one] = await told(1, secret)
    expect(one.data).toMatchObject({
      changedFields: ['name'],
      successPlan: { successPlanId: id, version: 2, record: { level: 2, id: account } },
    })
    expect(one.data.successPlan.name).toBeUndefined()
  })

  it('is replayed from the ledger, under the same id', async () => {
    const { webhookId } = await add({ events: ['success_plan.completed'] })
    const { id } = await addPlan()
    good(await admin.put(`${root}/${id}/complete`, {}))
    await expect.poll(() => receiver.received.length, { timeout: 30_000, interval: 50 }).toBe(1)
    const now = app.application.platform.clock.now().getTime()
    const span = { from: new Date(now - 3_600_000).toISOString(), to: new Date(now + 60_000).toISOString() }
    good(await admin.post(`${webhooksPath}/${webhookId}/replay`, span))
    const sent = () =>
      receiver.received.filter(({ body }) => JSON.parse(body).data.successPlan.successPlanId === id)
    await expect.poll(() => sent().length, { timeout: 30_000, interval: 50 }).toBe(2)
    expect(new Set(idsOf(sent())).size).toBe(1)
  })
})

describe('milestones and KPIs', () => {
  const parts = ['milestone', 'kpi'].flatMap((subject) =>
    ['created', 'updated', 'completed', 'deleted'].map((name) => `${subject}.${name}`),
  )

  it('are sent as the API returns them, each kind with what happens to it', async () => {
    const { secret } = await add({ events: parts })
    const { id } = await addPlan()
    const { milestoneId } = good(await admin.post(`${root}/${id}/milestone`, { name: 'Go live' })).data
    await told(1, secret)
    good(await admin.put(`${root}/${id}/milestone/${milestoneId}`, { dueDate: '2027-03-01' }))
    await told(2, secret)
    good(await admin.put(`${root}/${id}/milestone/${milestoneId}/complete`, {}))
    await told(3, secret)
    const kpi = await createKpi(admin, id, { currentKpiValue: 10 })
    await told(4, secret)
    good(await admin.post(`${root}/${id}/item`, { kind: 'NOTE', name: 'Not sent' }))
    const gone = good(await admin.post(`${root}/${id}/milestone`, { name: 'By mistake' }))
    await told(5, secret)
    await undo(admin, gone.changeSetId)
    const all = await told(6, secret)
    expect(all.map(({ type }) => type)).toEqual([
      'milestone.created',
      'milestone.updated',
      'milestone.completed',
      'kpi.created',
      'milestone.created',
      'milestone.deleted',
    ])
    const record = { level: 2, id: account }
    expect(all[1].data).toMatchObject({
      changes: { dueDate: { before: null, after: '2027-03-01' } },
      milestone: { milestoneId, successPlanId: id, kind: 'MILESTONE' },
      records: [record],
    })
    expect(all[3].data).toMatchObject({
      kpi: { kpiId: kpi.kpiId, kpiName: 'Stores live' },
      records: [record],
    })
    expect(all[5].data.milestone).toEqual({ itemId: gone.data.milestoneId })
  })

  it('meet a condition on the record of their plan, also when they are deleted', async () => {
    const other = await create(admin, 'accounts', { name: 'Elsewhere' })
    const rule = { field: 'name', operator: 'equals', value: 'Elsewhere' }
    const condition = { level: 2, rule }
    const { secret } = await add({
      events: ['milestone.created', 'milestone.deleted'],
      condition,
      thin: true,
    })
    const [here, there] = [await addPlan(), await addPlan(other)]
    for (const { id } of [here, there]) {
      const { changeSetId } = good(await admin.post(`${root}/${id}/milestone`, { name: 'Go live' }))
      // What is gone before anyone looks is not told as created.
      if (id === there.id) await told(1, secret)
      await undo(admin, changeSetId)
    }
    const all = await told(2, secret)
    expect(all.map(({ type }) => type)).toEqual(['milestone.created', 'milestone.deleted'])
    expect(all[0].data).toMatchObject({
      milestone: { successPlanId: there.id },
      records: [{ level: 2, id: other }],
    })
  })

  it('that meet their targets are sent once, by hand or by a field, and replayed under the same id', async () => {
    await defineField(admin, 'account', 'seats', 'number')
    const followed = await create(admin, 'accounts', { name: 'Followed', seats: 20 })
    const { webhookId, secret } = await add({ events: ['kpi.target_met'] })
    const { id } = await addPlan(followed)
    const byHand = await createKpi(admin, id, { currentKpiValue: 10 })
    const byField = await createKpi(admin, id, { sourceField: 'seats' })
    good(await admin.put(`${root}/${id}/kpi/${byHand.kpiId}`, { currentKpiValue: 100 }))
    await told(1, secret)
    good(await admin.put(`${root}/${id}/kpi/${byHand.kpiId}`, { currentKpiValue: 150 }))
    await edit(admin, 'accounts', followed, { seats: 120 })
    const all = await told(2, secret)
    expect(all.map(({ data }) => [data.kpi.kpiId, data.kpi.isMet, data.actor?.id ?? null])).toEqual([
      [byHand.kpiId, true, admin.actor.userId],
      [byField.kpiId, true, null],
    ])
    const now = app.application.platform.clock.now().getTime()
    const span = { from: new Date(now - 3_600_000).toISOString(), to: new Date(now + 60_000).toISOString() }
    good(await admin.post(`${webhooksPath}/${webhookId}/replay`, span))
    await told(4, secret)
    expect(new Set(idsOf(receiver.received)).size).toBe(2)
  })
})
