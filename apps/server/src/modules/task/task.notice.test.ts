import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { transact } from '../../platform/db/database.ts'
import { schedule } from '../../platform/schedule/schedule.ts'
import { drawer, settle, textsOf } from '../notification/notification.fixture.ts'
import { create, edit, good, undo } from '../record/record.fixture.ts'
import { act, createTask, readTask } from './task.fixture.ts'

let app: TestApp
let admin: Client

/** A Monday at noon in UTC. */
const noon = '2027-03-01T12:00:00Z'

beforeAll(async () => {
  app = await startTestApp()
  app.clock.advance(new Date(noon).getTime() - app.application.platform.clock.now().getTime())
  admin = await app.as('administrator')
  await app.application.startWorker()
})
afterAll(() => app.stop())

/** Moves the clock to an instant. */
function moveTo(instant: string): void {
  app.clock.advance(new Date(instant).getTime() - app.application.platform.clock.now().getTime())
}

/** The texts of a drawer once all events were handled, without who did it. */
async function told(client: Client): Promise<string[]> {
  await settle(app)
  await expect.poll(subscribed).toBe(true)
  return textsOf(await drawer(client)).map((text) => text.replace(/^First\d+ Last\d+ /, ''))
}

async function subscribed(): Promise<boolean> {
  const { rows } = await app.application.platform.database.owner.query<{ n: number }>(
    `select count(*)::int as n from event e left join event_subscription p
       on p.tenant_id = e.tenant_id and p.subscriber = 'task'
     where e.tenant_id = $1 and (e.position is null or e.position > coalesce(p.position, 0))`,
    [app.tenantId],
  )
  return rows[0]?.n === 0
}

describe('what happens to a task', () => {
  it('is told to who works on it and to who watches it', async () => {
    const [worker, watcher, next] = [
      await app.newUser('manager'),
      await app.newUser('manager'),
      await app.newUser('manager'),
    ]
    const { taskId } = await createTask(admin, {
      title: 'Renew',
      assigneeId: worker.actor.userId,
      watcherIds: [watcher.actor.userId],
    })
    expect(await told(worker)).toEqual(['assigned "Renew" to you'])
    await act(admin, 'reschedule', { taskIds: [taskId], dueDate: '2027-05-01' })
    expect(await told(watcher)).toEqual(['changed the due date of "Renew", which you watch'])
    await act(admin, 'reassign', { taskIds: [taskId], assigneeId: next.actor.userId })
    expect((await told(worker))[0]).toBe('assigned "Renew" to someone else')
    expect(await told(next)).toEqual(['assigned "Renew" to you'])
    expect((await told(watcher))[0]).toBe('reassigned "Renew", which you watch')
    await act(watcher, 'complete', { taskIds: [taskId] })
    expect((await told(next))[0]).toBe('completed "Renew"')
    expect((await told(admin))[0]).toBe('completed "Renew"')
    expect((await told(watcher))[0]).toBe('reassigned "Renew", which you watch')
  })

  it('is one notification for many tasks of one operation, and none of an undo', async () => {
    const worker = await app.newUser('manager')
    const { data } = good(
      await admin.post('tasks/lines', { lines: ['A', 'B', 'C'], assigneeId: worker.actor.userId }),
    )
    expect(await told(worker)).toEqual(['assigned 3 tasks to you'])
    await act(admin, 'complete', { taskIds: data.taskIds })
    expect((await told(worker))[0]).toBe('completed 3 tasks')
    const moved = await act(admin, 'reassign', { taskIds: data.taskIds, assigneeId: null })
    expect((await told(worker))[0]).toBe('assigned 3 tasks to someone else')
    await undo(admin, moved.changeSetId ?? 0)
    expect(await told(worker)).toHaveLength(3)
  })

  it('is not told to who turned that off', async () => {
    const worker = await app.newUser('manager')
    const path = `notification/users/${worker.actor.userId}/notificationPreferences`
    good(await worker.patch(path, { newTasksAssignedToYou: false }))
    await createTask(admin, { assigneeId: worker.actor.userId })
    expect(await told(worker)).toEqual([])
  })

  it('is not told to who cannot see the record, nor is its title', async () => {
    const owner = await app.newUser('normalUser')
    const accountId = await create(admin, 'accounts', {
      name: 'Theirs',
      'system:owners': [owner.actor.userId],
    })
    const { taskId } = await createTask(admin, { accountId, assigneeId: owner.actor.userId, title: 'Secret' })
    expect(await told(owner)).toContain('assigned "Secret" to you')
    await edit(admin, 'accounts', accountId, { 'system:owners': [admin.actor.userId] })
    await act(admin, 'complete', { taskIds: [taskId] })
    expect((await told(owner)).join()).not.toContain('Secret')
  })
})

describe('a reminder', () => {
  it('comes once, in the morning of the assignee, for all tasks of the day', async () => {
    const east = await app.newUser('manager')
    good(await admin.patch(`user-management/users/${east.actor.userId}`, { timeZone: 'Pacific/Auckland' }))
    const utc = await app.newUser('manager')
    const dueDate = '2027-03-04'
    await createTask(east, { title: 'East', dueDate, watcherIds: [utc.actor.userId] })
    await createTask(utc, { title: 'One', dueDate })
    await createTask(utc, { title: 'Two', dueDate })
    const done = await createTask(utc, { title: 'Done', dueDate })
    await act(utc, 'complete', { taskIds: [done.taskId] })
    moveTo('2027-03-03T18:59:00Z')
    expect(await told(east)).toEqual([])
    moveTo('2027-03-03T19:01:00Z')
    await expect.poll(() => told(east), { timeout: 20_000 }).toEqual(['"East" is due today'])
    expect(await told(utc)).toEqual(['"East", which you watch, is due today'])
    moveTo('2027-03-04T08:01:00Z')
    await expect
      .poll(() => told(utc), { timeout: 20_000 })
      .toEqual(['2 tasks are due today', '"East", which you watch, is due today'])
    expect(await told(east)).toEqual(['"East" is due today'])
  })

  it('follows a task that moves to another day, and one that is not open does not remind', async () => {
    const user = await app.newUser('manager')
    const { taskId } = await createTask(user, { title: 'Moves', dueDate: '2027-03-08' })
    await act(user, 'reschedule', { taskIds: [taskId], dueDate: '2027-03-09' })
    moveTo('2027-03-08T09:00:00Z')
    const other = await createTask(user, { title: 'Marker', dueDate: '2027-03-09' })
    await act(user, 'archive', { taskIds: [other.taskId] })
    moveTo('2027-03-09T08:01:00Z')
    await expect.poll(() => told(user), { timeout: 20_000 }).toEqual(['"Moves" is due today'])
  })
})

describe('many reminders', () => {
  it('of one morning each come once, also where their job is repeated', async () => {
    const user = await app.newUser('manager')
    const dueDate = '2027-03-15'
    const { platform, modules } = app.application
    const db = platform.database.tenant(app.tenantId)
    const drafts = Array.from({ length: 2500 }, (_, at) => ({
      title: `Task ${at}`,
      dueDate,
      assigneeId: user.actor.userId,
    }))
    await transact(db, (tx) =>
      modules.tasks.createTasks(tx, user.actor, { action: 'create', at: platform.clock.now() }, drafts),
    )
    moveTo('2027-03-15T08:01:00Z')
    const counted = async () => {
      const { notifications } = await drawer(user)
      return notifications.map(({ count }) => count)
    }
    await expect.poll(counted, { timeout: 20_000 }).toEqual([2500])
    const key = `${user.actor.userId}:${dueDate}`
    const payload = { userId: user.actor.userId, day: dueDate }
    await schedule(db, app.tenantId, { kind: 'task.remind', key, dueAt: platform.clock.now(), payload })
    await expect.poll(waiting, { timeout: 20_000 }).toBe(0)
    expect(await counted()).toEqual([2500])
  })
})

async function waiting(): Promise<number | undefined> {
  const { rows } = await app.application.platform.database.owner.query<{ n: number }>(
    `select (select count(*) from due_work where tenant_id = $1 and kind = 'task.remind' and due_at <= $2)::int
       + (select count(*) from graphile_worker.jobs)::int as n`,
    [app.tenantId, app.application.platform.clock.now()],
  )
  return rows[0]?.n
}

describe('a user who leaves', () => {
  it('hands over open tasks, with one undo', async () => {
    const [leaver, heir] = [await app.newUser('manager'), await app.newUser('manager')]
    const open = await createTask(leaver)
    const done = await createTask(leaver)
    await act(leaver, 'complete', { taskIds: [done.taskId] })
    const { data } = good(await admin.get(`user-management/users/${leaver.actor.userId}/belongings`))
    expect(data.belongings).toContainEqual({ kind: 'tasks', count: 1 })
    good(
      await admin.patch(`user-management/users/${leaver.actor.userId}/status`, {
        status: 'DEACTIVATED',
        handOverTo: heir.actor.userId,
      }),
    )
    expect((await readTask(admin, open.taskId)).assignee?.id).toBe(heir.actor.userId)
    expect((await readTask(admin, done.taskId)).assignee?.id).toBe(leaver.actor.userId)
    const audit = good(await admin.get('audit?action=user')).data[0]
    expect(audit.summary).toMatch(/: 1 task handed over to/)
  })
})
