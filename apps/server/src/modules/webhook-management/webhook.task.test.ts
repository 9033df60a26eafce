import { describe, expect, it } from 'vitest'
import { create, good, undo } from '../record/record.fixture.ts'
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

const events = ['created', 'updated', 'completed', 'reopened', 'archived', 'deleted'].map(
  (name) => `task.${name}`,
)
const poll = (read: () => unknown) => expect.poll(read, { timeout: 30_000, interval: 50 })

async function addTask(form: Record<string, unknown> = {}): Promise<{ taskId: number; changeSetId: number }> {
  const { data, changeSetId } = good(
    await admin.post('tasks', { title: 'Call', accountId: account, ...form }),
  )
  return { taskId: data.taskId, changeSetId }
}

const act = async (name: string, taskIds: number[]) =>
  good(await admin.post(`tasks/${name}`, { taskIds })).data

/** The types and data of what arrived, once there are so many. */
async function told(count: number, secret: string) {
  await poll(() => receiver.received.length).toBe(count)
  return receiver.received.map((call) => verified(call, secret))
}

describe('a task', () => {
  it('is sent as the API returns it, with each thing that happens to it', async () => {
    const { secret } = await add({ events })
    const { taskId, changeSetId } = await addTask()
    await told(1, secret)
    good(await admin.put(`tasks/${taskId}`, { title: 'Visit', dueDate: '2027-03-01' }))
    await told(2, secret)
    const completed = await act('complete', [taskId])
    await told(3, secret)
    await undo(admin, completed.changeSetId)
    await told(4, secret)
    await act('archive', [taskId])
    const all = await told(5, secret)
    expect(all.map(({ type }) => type)).toEqual([
      'task.created',
      'task.updated',
      'task.completed',
      'task.reopened',
      'task.archived',
    ])
    const task = good(await admin.get(`tasks/${taskId}`)).data
    expect(all[4].data).toMatchObject({
      record: null,
      changes: { status: { before: 'OPEN', after: 'ARCHIVED' } },
      actor: { kind: 'person', id: admin.actor.userId },
      version: 5,
      task: { ...task, mayEdit: false, bookmarked: false },
    })
    expect(all[0].data.changeSet).toBe(changeSetId)
    expect(all[1].data.changes).toEqual({
      title: { before: 'Call', after: 'Visit' },
      dueDate: { before: null, after: '2027-03-01' },
    })
    expect(new Set(idsOf(receiver.received)).size).toBe(5)
  })

  it('that is deleted is sent by its id, and one that nobody wants to know of is not', async () => {
    const { secret } = await add({ events: ['task.deleted', 'task.completed'] })
    const { taskId, changeSetId } = await addTask()
    await undo(admin, changeSetId)
    const [gone] = await told(1, secret)
    expect(gone).toMatchObject({ type: 'task.deleted', data: { task: { taskId }, changes: {} } })
  })

  it('that repeats is completed, and its next one created', async () => {
    const { secret } = await add({ events: ['task.completed', 'task.created'] })
    const { taskId } = await addTask({ dueDate: '2027-03-01', recurrence: { rule: 'FREQ=WEEKLY' } })
    await told(1, secret)
    await act('complete', [taskId])
    const all = await told(3, secret)
    expect(
      all
        .slice(1)
        .map(({ type }) => type)
        .toSorted(),
    ).toEqual(['task.completed', 'task.created'])
    expect(all.find(({ type }) => type === 'task.completed').data.task.taskId).toBe(taskId)
  })

  it('is sent where its record meets the condition, without the records above it', async () => {
    const organization = await create(admin, 'organizations', { name: 'Parent' })
    const other = await create(admin, 'accounts', { name: 'Other', organization })
    const rule = { field: 'name', operator: 'equals', value: 'Other' }
    const { secret } = await add({ events: ['task.created'], condition: { level: 2, rule } })
    await addTask()
    await addTask({ accountId: null })
    await addTask({ accountId: other })
    const [only] = await told(1, secret)
    expect(only.data.task).toMatchObject({
      record: { id: other },
      account: { id: other },
      organization: null,
    })
  })

  it('is sent with its ids alone where the webhook says so', async () => {
    const { secret } = await add({ events: ['task.updated'], thin: true })
    const { taskId } = await addTask()
    good(await admin.put(`tasks/${taskId}`, { priority: 'HIGH' }))
    const [one] = await told(1, secret)
    expect(one.data).toMatchObject({
      changedFields: ['priority'],
      task: { taskId, version: 2, record: { level: 2, id: account } },
    })
    expect(one.data.task.title).toBeUndefined()
  })

  it('is counted and replayed from the ledger, under the same ids', async () => {
    const { webhookId } = await add({ events: ['task.completed'] })
    const { taskId } = await addTask()
    await act('complete', [taskId])
    await poll(() => receiver.received.length).toBe(1)
    const now = app.application.platform.clock.now().getTime()
    const span = { from: new Date(now - 3_600_000).toISOString(), to: new Date(now + 60_000).toISOString() }
    good(await admin.post(`${webhooksPath}/${webhookId}/replay`, span))
    const sent = () => receiver.received.filter(({ body }) => JSON.parse(body).data.task.taskId === taskId)
    await poll(() => sent().length).toBe(2)
    expect(new Set(idsOf(sent())).size).toBe(1)
  })
})
