import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { drawer, textsOf } from '../notification/notification.fixture.ts'
import { create, good, undo } from '../record/record.fixture.ts'
import { createTask, listTasks, readTask } from '../task/task.fixture.ts'
import { mentioning } from '../timeline/timeline.fixture.ts'

let app: TestApp
let admin: Client
let manager: Client
let owner: Client
let account: number

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
  manager = await app.as('manager')
  owner = await app.as('normalUser')
  account = await create(admin, 'accounts', { name: 'Talked of', 'system:owners': [owner.actor.userId] })
})
afterAll(() => app.stop())

const write = (client: Client, taskId: number, body: string) =>
  client.post(`tasks/${taskId}/comments`, { body })

const read = async (client: Client, taskId: number) =>
  good(await client.get(`playbook/tasks/${taskId}/comments`)).data

const taskAbout = async (title: string, more: object = {}) =>
  (await createTask(admin, { title, level: 'account', parentIdentifier: account, ...more })).taskId

/** The notifications of a user about a task, without who caused them. */
async function told(client: Client, title: string): Promise<string[]> {
  const texts = textsOf(await drawer(client)).map((text) => text.replace(/^First\d+ Last\d+ /, ''))
  return texts.filter((text) => text.includes(`"${title}"`))
}

describe('comments on tasks', () => {
  it('are written, changed, counted and deleted, by their authors and those who keep order', async () => {
    const taskId = await taskAbout('Question')
    const { commentId } = good(await write(owner, taskId, 'First')).data
    good(await write(manager, taskId, 'Second'))
    expect(await read(owner, taskId)).toMatchObject([
      { body: 'First', author: { id: owner.actor.userId }, mayEdit: true, mayDelete: true, updatedAt: null },
      { body: 'Second', mayEdit: false, mayDelete: false },
    ])
    expect((await listTasks(owner, { query: 'question' })).data).toMatchObject([{ commentCount: 2 }])
    const one = `tasks/${taskId}/comments/${commentId}`
    expect(good(await owner.put(one, { body: 'Corrected' })).data).toMatchObject({
      body: 'Corrected',
      updatedAt: expect.any(String),
    })
    expect(good(await owner.put(one, { body: 'Corrected' })).changeSetId).toBeNull()
    expect((await manager.put(one, { body: 'Not mine' })).body.reason).toBe('comment.not_yours')
    good(await manager.delete(one))
    expect((await owner.put(one, { body: 'Too late' })).body.reason).toBe('comment.unknown')
    expect(await read(owner, taskId)).toHaveLength(1)
    expect(await readTask(owner, taskId)).toMatchObject({ commentCount: 1 })
  })

  it('are refused where they say nothing, are on another task, or the task is out of sight', async () => {
    const [taskId, other] = [await taskAbout('Quiet'), await taskAbout('Other')]
    for (const body of [
      '  ',
      '{"type":"doc","content":[]}',
      '{"type":"doc","content":[{"type":"script"}]}',
    ]) {
      const { status, body: answer } = await write(admin, taskId, body)
      expect([status, Object.keys(answer.fields)]).toEqual([400, ['body']])
    }
    const stranger = await app.newUser('normalUser')
    expect((await write(stranger, taskId, 'Hello')).status).toBe(404)
    expect((await stranger.get(`tasks/${taskId}/comments`)).status).toBe(404)
    expect((await write(await app.as('viewer'), taskId, 'Hello')).status).toBe(403)
    const { commentId } = good(await write(admin, taskId, 'Here')).data
    expect((await admin.put(`tasks/${other}/comments/${commentId}`, { body: 'There' })).status).toBe(404)
    expect((await admin.delete(`tasks/${other}/comments/${commentId}`)).status).toBe(404)
  })

  it('notify who is mentioned, who works on the task and who commented before, each once', async () => {
    const [worker, watcher, named] = [
      await app.newUser('manager'),
      await app.newUser('manager'),
      await app.newUser('manager'),
    ]
    const taskId = await taskAbout('Heard', {
      assigneeId: worker.actor.userId,
      watcherIds: [watcher.actor.userId],
    })
    good(await write(owner, taskId, 'I ask'))
    good(await write(manager, taskId, mentioning(named.actor.userId, worker.actor.userId)))
    expect(await told(watcher, 'Heard')).toEqual(['and others wrote 2 comments on "Heard"'])
    expect(await told(owner, 'Heard')).toEqual(['commented on "Heard"'])
    expect(await told(worker, 'Heard')).toEqual(['mentioned you on "Heard"', 'commented on "Heard"'])
    expect(await told(named, 'Heard')).toEqual(['mentioned you on "Heard"'])
    expect(await told(manager, 'Heard')).toEqual([])
  })

  it('tell of a mention once, however often the comment is edited', async () => {
    const named = await app.newUser('manager')
    const taskId = await taskAbout('Edited')
    const { commentId } = good(await write(owner, taskId, 'No one yet')).data
    const one = `tasks/${taskId}/comments/${commentId}`
    good(await owner.put(one, { body: mentioning(named.actor.userId) }))
    good(await owner.put(one, { body: mentioning(named.actor.userId, manager.actor.userId) }))
    expect(await told(named, 'Edited')).toEqual(['mentioned you on "Edited"'])
  })

  it('mention no one who does not see the task', async () => {
    const stranger = await app.newUser('normalUser')
    const taskId = await taskAbout('Hidden')
    const { status, body } = await write(owner, taskId, mentioning(stranger.actor.userId))
    expect([status, body.reason, Object.keys(body.fields)]).toEqual([400, 'mention.unseen', ['body']])
    expect(await read(owner, taskId)).toEqual([])
    // A task about no record is seen by who watches it.
    const watched = await createTask(admin, { title: 'Watched', watcherIds: [stranger.actor.userId] })
    good(await write(admin, watched.taskId, mentioning(stranger.actor.userId)))
    expect(await told(stranger, 'Watched')).toContain('mentioned you on "Watched"')
  })

  it('are in the history of the task, and come back by undo', async () => {
    const taskId = await taskAbout('Remembered')
    const { commentId } = good(await write(owner, taskId, 'Plums')).data
    const one = `tasks/${taskId}/comments/${commentId}`
    good(await owner.put(one, { body: 'Pears' }))
    const { changeSetId } = good(await owner.delete(one))
    const { data: history } = good(await owner.get(`tasks/${taskId}/changelog`))
    expect(history).toMatchObject([
      { action: 'comment', kind: 'delete' },
      {
        action: 'comment',
        kind: 'update',
        changes: [{ label: 'Comment', beforeText: 'Plums', afterText: 'Pears' }],
      },
      { action: 'comment', kind: 'create', by: { id: owner.actor.userId } },
      { action: 'create', kind: 'create' },
    ])
    await undo(owner, changeSetId)
    expect(await read(owner, taskId)).toMatchObject([{ commentId, body: 'Pears' }])
    expect(await readTask(owner, taskId)).toMatchObject({ commentCount: 1 })
    await undo(owner, history[1].changeSetId)
    expect(await read(owner, taskId)).toMatchObject([{ commentId, body: 'Plums' }])
  })

  it('keep a task that an undo of its creation would delete', async () => {
    const { data, changeSetId } = good(await admin.post('tasks', { title: 'Discussed' }))
    good(await write(admin, data.taskId, 'Let us see'))
    const { kept } = await undo(admin, changeSetId)
    expect(kept).toMatchObject([{ id: data.taskId, message: 'It has comments, so it is kept.' }])
    expect(await readTask(admin, data.taskId)).toMatchObject({ commentCount: 1 })
  })

  it('are not undone by others than those who may delete them', async () => {
    const taskId = await taskAbout('Guarded')
    const { changeSetId } = good(await write(admin, taskId, 'Mine'))
    expect((await owner.post(`core/change-sets/${changeSetId}/undo`)).status).toBe(404)
    expect(await read(owner, taskId)).toHaveLength(1)
    await undo(manager, changeSetId)
    expect(await read(owner, taskId)).toHaveLength(0)
  })
})
