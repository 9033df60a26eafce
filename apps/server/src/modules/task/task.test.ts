import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { create, edit, good, undo } from '../record/record.fixture.ts'
import { feed, titlesOf as timelineTitles } from '../timeline/timeline.fixture.ts'
import { act, createTask, listTasks, readTask, titlesOf } from './task.fixture.ts'

let app: TestApp
let admin: Client
let normal: Client
let accountId: number
let activityTypeId: number

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
  normal = await app.as('normalUser')
  accountId = await create(admin, 'accounts', { name: 'Acme' })
  activityTypeId = good(await admin.get('core/activity-type')).data[0].activityTypeId
})
afterAll(() => app.stop())

const onAccount = () => ({ level: 'account', parentIdentifier: accountId })

describe('a task', () => {
  it('has what its form says, is of its creator unless told, and is under both paths', async () => {
    const task = await createTask(admin, {
      ...onAccount(),
      priority: 'HIGH',
      dueDate: '2026-12-24',
      startDate: '2026-12-20',
      estimateMinutes: 45,
      activityTypeId,
      checklist: [{ text: 'Find the contract' }, { text: 'Ask Ada', dueDate: '2026-12-21' }],
      watcherIds: [normal.actor.userId],
    })
    expect(task).toMatchObject({
      title: 'Call them',
      taskType: 'normal',
      status: 'OPEN',
      priority: 'HIGH',
      dueDate: '2026-12-24',
      assignee: { id: admin.actor.userId },
      creator: { id: admin.actor.userId },
      record: { level: 2, id: accountId, name: 'Acme' },
      account: { id: accountId },
      checklist: [
        { stepId: 1, isDone: false },
        { stepId: 2, dueDate: '2026-12-21' },
      ],
      watchers: [{ id: normal.actor.userId }],
    })
    expect(good(await admin.get(`playbook/tasks/${task.taskId}`)).data).toEqual(task)
  })

  it('is about the record that is named, of the level that is named', async () => {
    expect((await createTask(admin, { accountId })).record?.id).toBe(accountId)
    const wrong = await admin.post('tasks', { title: 'X', level: 'contact', parentIdentifier: accountId })
    expect(wrong).toMatchObject({ status: 400, body: { fields: { parentIdentifier: expect.any(String) } } })
  })

  it.each([
    [{ title: '' }, 'title'],
    [{ title: 'two\nlines' }, 'title'],
    [{ assigneeId: 999_999 }, 'assigneeId'],
    [{ activityTypeId: 999_999 }, 'activityTypeId'],
    [{ watcherIds: [999_999] }, 'watcherIds'],
    [{ checklist: [{ text: 'A', assigneeId: 999_999 }] }, 'checklist'],
    [{ fileIds: [999_999] }, 'fileIds'],
    [{ startDate: '2026-12-02', dueDate: '2026-12-01' }, 'startDate'],
    [{ dueDate: '2026-02-29' }, 'dueDate'],
    [{ accountId: 999_999 }, 'accountId'],
  ])('with %j is refused at %s', async (form, field) => {
    const answer = await admin.post('tasks', { title: 'Bad', ...form })
    expect(answer).toMatchObject({ status: 400, body: { fields: { [field]: expect.any(String) } } })
  })

  it('is not given to someone who cannot see its record', async () => {
    const answer = await admin.post('tasks', {
      title: 'X',
      ...onAccount(),
      assigneeId: normal.actor.userId,
    })
    expect(answer.body.fields.assigneeId).toMatch(/can't see Acme/)
  })

  it('keeps what a change leaves out, and shows who changed what', async () => {
    const { taskId } = await createTask(admin, { priority: 'LOW', checklist: [{ text: 'One' }] })
    const { data } = good(
      await admin.put(`tasks/${taskId}`, {
        title: 'Write',
        checklist: [{ text: 'Zero' }, { stepId: 1, text: 'One', isDone: true }],
      }),
    )
    expect(data).toMatchObject({ title: 'Write', priority: 'LOW', version: 2 })
    expect(data.checklist.map(({ stepId }: { stepId: number }) => stepId)).toEqual([2, 1])
    const log = good(await admin.get(`tasks/${taskId}/changelog`))
    expect(log.data.map(({ kind }: { kind: string }) => kind)).toEqual(['update', 'create'])
    expect(log.data[0].changes).toContainEqual({
      field: 'title',
      label: 'Title',
      beforeText: 'Call them',
      afterText: 'Write',
    })
  })

  it('is not overwritten where someone changed the same since it was opened', async () => {
    const { taskId, version } = await createTask(admin)
    good(await admin.put(`tasks/${taskId}`, { title: 'Theirs', version }))
    const late = await admin.put(`tasks/${taskId}`, { title: 'Mine', version })
    expect(late).toMatchObject({ status: 409, body: { reason: 'task.changed' } })
    good(await admin.put(`tasks/${taskId}`, { priority: 'URGENT', version }))
    expect(await readTask(admin, taskId)).toMatchObject({ title: 'Theirs', priority: 'URGENT' })
  })

  it('is bookmarked for oneself', async () => {
    const { taskId } = await createTask(admin)
    const mark = good(await admin.patch(`tasks/${taskId}/bookmark`, {}))
    expect(mark.data).toEqual({ taskId, bookmarked: true })
    expect(titlesOf(await listTasks(admin, { bookmarked: true }))).toEqual(['Call them'])
    expect((await readTask(await app.as('manager'), taskId)).bookmarked).toBe(false)
  })

  it('is created from each line of a text, with one undo', async () => {
    const { data } = good(
      await admin.post('tasks/lines', { lines: ['Line one', 'Line two'], ...onAccount() }),
    )
    expect(data.taskIds).toHaveLength(2)
    await undo(admin, data.changeSetId)
    expect((await admin.get(`tasks/${data.taskIds[0]}`)).status).toBe(404)
  })
})

describe('completing', () => {
  it('tells who comes second that it was completed already, and by whom', async () => {
    const { taskId } = await createTask(admin)
    const manager = await app.as('manager')
    const both = await Promise.all([
      act(admin, 'complete', { taskIds: [taskId] }),
      act(manager, 'complete', { taskIds: [taskId] }),
    ])
    expect(both.flatMap(({ taskIds }) => taskIds)).toEqual([taskId])
    const [late] = both.flatMap(({ unchanged }) => unchanged)
    expect(late?.message).toMatch(/^Already completed by First\d+ Last\d+ a second ago\.$/)
  })

  it('logs an activity of its type in the same operation, which goes and comes back with it', async () => {
    const { taskId } = await createTask(admin, { ...onAccount(), activityTypeId, title: 'Kick-off' })
    const done = await act(admin, 'complete', { taskIds: [taskId], logActivity: true })
    const { activityId } = await readTask(admin, taskId)
    const logged = async () => timelineTitles(await feed(admin, 'accounts', accountId))
    expect(await logged()).toContain('Kick-off')
    const undone = await undo(admin, done.changeSetId ?? 0)
    expect(await readTask(admin, taskId)).toMatchObject({
      status: 'OPEN',
      activityId: null,
      completedAt: null,
    })
    expect(await logged()).not.toContain('Kick-off')
    await undo(admin, undone.changeSetId)
    expect(await readTask(admin, taskId)).toMatchObject({ status: 'COMPLETED', activityId })
    expect(await logged()).toContain('Kick-off')
  })

  it('of the checklist leaves the task as it is', async () => {
    const { taskId } = await createTask(admin, { checklist: [{ text: 'One' }, { text: 'Two' }] })
    await act(admin, 'complete-checklist', { taskIds: [taskId] })
    const task = await readTask(admin, taskId)
    expect(task.status).toBe('OPEN')
    expect(task.checklist.every(({ isDone }) => isDone)).toBe(true)
  })
})

describe('many tasks', () => {
  it.each([
    ['in-progress', {}, { status: 'IN_PROGRESS' }],
    ['archive', {}, { status: 'ARCHIVED' }],
    ['reassign', { assigneeId: null }, { assignee: null }],
    ['reschedule', { days: 3 }, { dueDate: '2026-12-04' }],
    ['reschedule', { dueDate: null }, { dueDate: null }],
  ])('are changed by %s with %j, and one undo puts all back', async (name, body, expected) => {
    const first = await createTask(admin, { dueDate: '2026-12-01' })
    const second = await createTask(admin, { dueDate: '2026-12-01' })
    const taskIds = [first.taskId, second.taskId]
    const outcome = await act(admin, name, { taskIds: [...taskIds, 999_999], ...body })
    expect(outcome).toMatchObject({ taskIds, refused: [{ taskId: 999_999 }] })
    expect(await readTask(admin, second.taskId)).toMatchObject(expected)
    await undo(admin, outcome.changeSetId ?? 0)
    const back = await readTask(admin, second.taskId)
    expect(back).toMatchObject({ ...second, version: 3, updatedAt: back.updatedAt })
  })
})

describe('undo', () => {
  it('keeps what was edited since, and names it', async () => {
    const { taskId } = await createTask(admin, { dueDate: '2026-12-01', title: 'Kept' })
    const moved = await act(admin, 'reschedule', { taskIds: [taskId], days: 1 })
    await act(admin, 'reschedule', { taskIds: [taskId], days: 1 })
    const outcome = await undo(admin, moved.changeSetId ?? 0)
    expect(outcome).toMatchObject({ undone: 0, kept: [{ id: taskId, name: 'Kept', fields: ['Due date'] }] })
  })

  it('of a creation keeps a task that someone has worked on', async () => {
    const { data, changeSetId } = good(await admin.post('tasks', { title: 'Worked on' }))
    await act(admin, 'in-progress', { taskIds: [data.taskId] })
    expect(await undo(admin, changeSetId)).toMatchObject({ undone: 0, kept: [{ name: 'Worked on' }] })
    expect((await readTask(admin, data.taskId)).status).toBe('IN_PROGRESS')
  })

  it('can be undone: the task comes back under its id, with its history', async () => {
    const { data, changeSetId } = good(await admin.post('tasks', { title: 'Back', ...onAccount() }))
    const undone = await undo(admin, changeSetId)
    await undo(admin, undone.changeSetId)
    expect(await readTask(admin, data.taskId)).toMatchObject({ title: 'Back', record: { id: accountId } })
    const log = good(await admin.get(`tasks/${data.taskId}/changelog`))
    expect(log.data).toHaveLength(3)
  })

  it('of a record’s creation keeps a record that has tasks', async () => {
    const { data, changeSetId } = good(
      await admin.post('core/accounts', { globalFields: { name: 'With tasks' } }),
    )
    await createTask(admin, { accountId: data.accountId })
    expect(await undo(admin, changeSetId)).toMatchObject({ undone: 0, kept: [{ name: 'With tasks' }] })
  })
})

describe('a record that moves', () => {
  it('takes its tasks along, and an undo brings them back', async () => {
    const [from, to] = [
      await create(admin, 'organizations', { name: 'From' }),
      await create(admin, 'organizations', { name: 'To' }),
    ]
    const id = await create(admin, 'accounts', { name: 'Mover', organization: from })
    const { taskId } = await createTask(admin, { accountId: id })
    const moved = good(await admin.post(`core/accounts/${id}/move`, { formData: { organizationId: to } }))
    expect((await readTask(admin, taskId)).organization).toMatchObject({ id: to, name: 'To' })
    const found = good(await admin.get(`tasks/search?level=organization&parentIdentifier=${to}`))
    expect(found.totalItemCount).toBe(1)
    await undo(admin, moved.changeSetId)
    expect((await readTask(admin, taskId)).organization?.id).toBe(from)
  })
})

describe('who sees a task', () => {
  it('sees its record: for anyone else it is absent', async () => {
    const { taskId } = await createTask(admin, { ...onAccount(), title: 'Hidden title' })
    expect((await normal.get(`tasks/${taskId}`)).status).toBe(404)
    expect((await normal.get(`tasks/${taskId}/changelog`)).status).toBe(404)
    expect(titlesOf(await listTasks(normal, { pageSize: 1000 }))).not.toContain('Hidden title')
    const touched = await act(normal, 'complete', { taskIds: [taskId] })
    expect(touched).toMatchObject({ taskIds: [], refused: [{ taskId }] })
    await edit(admin, 'accounts', accountId, { 'system:owners': [normal.actor.userId] })
    expect((await readTask(normal, taskId)).title).toBe('Hidden title')
    await edit(admin, 'accounts', accountId, { 'system:owners': [admin.actor.userId] })
    expect((await normal.get(`tasks/${taskId}`)).status).toBe(404)
  })

  it('without a record has to do with it, or sees everything', async () => {
    const mine = await createTask(normal, { title: 'Mine' })
    const theirs = await createTask(admin, { title: 'Theirs' })
    const watched = await createTask(admin, { title: 'Watched', watcherIds: [normal.actor.userId] })
    const seen = titlesOf(await listTasks(normal, { pageSize: 1000 }))
    expect(seen).toEqual(expect.arrayContaining(['Mine', 'Watched']))
    expect(seen).not.toContain('Theirs')
    expect((await readTask(admin, mine.taskId)).title).toBe('Mine')
    expect((await normal.get(`tasks/${theirs.taskId}`)).status).toBe(404)
    expect((await readTask(normal, watched.taskId)).title).toBe('Watched')
  })

  it('is of the same company', async () => {
    const { taskId } = await createTask(admin)
    const foreigner = await app.foreigner()
    expect((await foreigner.get(`tasks/${taskId}`)).status).toBe(404)
    expect((await foreigner.put(`tasks/${taskId}`, { title: 'X' })).status).toBe(404)
  })

  it('changes it only with the permission', async () => {
    const viewer = await app.as('viewer')
    const { taskId } = await createTask(admin)
    expect((await viewer.get(`tasks/${taskId}`)).status).toBe(200)
    expect((await viewer.post('tasks', { title: 'X' })).status).toBe(403)
    expect((await viewer.post('tasks/complete', { taskIds: [taskId] })).status).toBe(403)
  })
})
