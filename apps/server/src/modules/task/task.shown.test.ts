import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { create, good } from '../record/record.fixture.ts'
import { act, createTask, listTasks, readTask, titlesOf } from './task.fixture.ts'

let app: TestApp
let admin: Client

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
})
afterAll(() => app.stop())

describe('a task of a list', () => {
  it('has what was written, whatever its texts, and is as when it is read on its own', async () => {
    const awkward = String.raw`"quoted" back\slash 'single' {} [] , : % $1 ÄÖ 漢字 🐘 </script>`
    const user = await app.newUser('manager')
    const organization = await create(admin, 'organizations', { name: `O ${awkward}` })
    const account = await create(admin, 'accounts', { name: `A ${awkward}`, organization })
    const contact = await create(admin, 'contacts', { name: `C ${awkward}`, account })
    const form = {
      title: `T ${awkward}`,
      description: awkward,
      priority: 'URGENT',
      startDate: '2099-12-03',
      dueDate: '2099-12-04',
      estimateMinutes: 90,
      recurrence: { rule: 'FREQ=WEEKLY' },
      checklist: [{ text: `S ${awkward}`, assigneeId: admin.actor.userId, dueDate: '2099-12-03' }],
    }
    const watcherIds = [admin.actor.userId, user.actor.userId]
    await createTask(user, { ...form, watcherIds, level: 'contact', parentIdentifier: contact })
    await createTask(user, { title: 'Bare', organizationId: organization })
    const bookmarked = await createTask(user, { title: 'Done', accountId: account })
    good(await user.patch(`tasks/${bookmarked.taskId}/bookmark`, {}))
    await act(user, 'complete', { taskIds: [bookmarked.taskId] })
    const { data } = await listTasks(user, { myTasksOnly: true })
    expect(data).toMatchObject([
      {
        ...form,
        recurrence: { rule: 'FREQ=WEEKLY', text: expect.any(String) },
        watchers: [{ id: admin.actor.userId }, { id: user.actor.userId }],
        record: { level: 3, id: contact, name: `C ${awkward}` },
        account: { level: 2, id: account, name: `A ${awkward}` },
        assignee: { id: user.actor.userId },
      },
      { record: { level: 1 }, organization: { level: 1, id: organization }, account: null, files: [] },
      { bookmarked: true, status: 'COMPLETED', completedBy: { id: user.actor.userId } },
    ])
    for (const task of data) expect(task).toEqual(await readTask(user, task.taskId))
  })
})

describe('the tasks of a Normal User', () => {
  it('are counted and shown without those of records that went out of sight', async () => {
    const user = await app.newUser('normalUser')
    const mine = { 'system:owners': [user.actor.userId] }
    const kept = await create(admin, 'accounts', { name: 'Kept', ...mine })
    const lost = await create(admin, 'accounts', { name: 'Lost', ...mine })
    const contact = await create(admin, 'contacts', { name: 'Of kept', account: kept })
    const assigneeId = user.actor.userId
    await createTask(admin, { title: '1 kept', accountId: kept, assigneeId, dueDate: '2099-12-01' })
    await createTask(admin, { title: '2 kept', accountId: kept, assigneeId, dueDate: '2099-12-02' })
    await createTask(admin, { title: '3 lost', accountId: lost, assigneeId, dueDate: '2099-12-03' })
    await createTask(admin, {
      title: '4 contact',
      level: 'contact',
      parentIdentifier: contact,
      assigneeId,
      dueDate: '2099-12-04',
    })
    await createTask(admin, { title: '5 none', assigneeId })
    good(
      await admin.post(`core/accounts/${lost}`, { globalFields: { 'system:owners': [admin.actor.userId] } }),
    )
    const list = await listTasks(user, { myTasksOnly: true })
    expect(titlesOf(list)).toEqual(['1 kept', '2 kept', '4 contact', '5 none'])
    expect(list).toMatchObject({
      totalItemCount: 4,
      dateBreakDown: { overdue: 0, today: 0, thisWeek: 0, later: 3, noDate: 1, done: 0 },
    })
    expect(titlesOf(await listTasks(user, {}))).toEqual(titlesOf(list))
  })
})
