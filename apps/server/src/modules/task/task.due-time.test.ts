import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { act, createTask, readTask } from './task.fixture.ts'

let app: TestApp
let admin: Client

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
})
afterAll(() => app.stop())

const timed = () => createTask(admin, { dueDate: '2031-05-01', dueTime: '14:30' })

describe('the due time of a task', () => {
  it('is kept with its day, and shown in lists', async () => {
    const { taskId, dueTime } = await timed()
    expect(dueTime).toBe('14:30')
    expect(await readTask(admin, taskId)).toMatchObject({ dueDate: '2031-05-01', dueTime: '14:30' })
    const { data } = (await admin.get('tasks?query=Call')).body
    expect(data.find((task: { taskId: number }) => task.taskId === taskId).dueTime).toBe('14:30')
    expect((await createTask(admin, { dueDate: '2031-05-01' })).dueTime).toBeNull()
  })

  it('stays where the day is moved, and goes with the day; undo brings it back', async () => {
    const { taskId } = await timed()
    await act(admin, 'reschedule', { taskIds: [taskId], days: 2 })
    expect(await readTask(admin, taskId)).toMatchObject({ dueDate: '2031-05-03', dueTime: '14:30' })
    const { changeSetId } = await act(admin, 'reschedule', { taskIds: [taskId], dueDate: null })
    expect(await readTask(admin, taskId)).toMatchObject({ dueDate: null, dueTime: null })
    expect((await admin.post(`core/change-sets/${changeSetId}/undo`)).status).toBe(200)
    expect(await readTask(admin, taskId)).toMatchObject({ dueDate: '2031-05-03', dueTime: '14:30' })
  })

  it('is changed and cleared by itself, with its history', async () => {
    const { taskId } = await timed()
    const change = async (body: object) => expect((await admin.put(`tasks/${taskId}`, body)).status).toBe(200)
    await change({ dueTime: '09:00' })
    await change({ dueTime: null })
    expect(await readTask(admin, taskId)).toMatchObject({ dueDate: '2031-05-01', dueTime: null })
    const { data } = (await admin.get(`tasks/${taskId}/changelog`)).body
    const changes = data.flatMap((entry: { changes: { label: string }[] }) => entry.changes)
    expect(changes).toContainEqual(
      expect.objectContaining({ label: 'Due time', beforeText: '14:30', afterText: '09:00' }),
    )
  })

  it.each(['24:00', '9:30', '12:60', 'noon', ''])('is no %j', async (dueTime) => {
    const { status, body } = await admin.post('tasks', { title: 'Call', dueDate: '2031-05-01', dueTime })
    expect([status, Object.keys(body.fields)]).toEqual([400, ['dueTime']])
  })

  it('needs a day', async () => {
    const alone = await admin.post('tasks', { title: 'Call', dueTime: '14:30' })
    expect([alone.status, alone.body.fields.dueTime]).toEqual([400, 'Choose the due date first.'])
    const { taskId } = await createTask(admin, {})
    const changed = await admin.put(`tasks/${taskId}`, { dueTime: '14:30' })
    expect([changed.status, Object.keys(changed.body.fields)]).toEqual([400, ['dueTime']])
  })

  it('is that of the next task of a series, too', async () => {
    const recurrence = { rule: 'FREQ=DAILY', mode: 'completion', dayOff: 'keep' }
    const { taskId } = await createTask(admin, { dueDate: '2031-05-01', dueTime: '08:15', recurrence })
    await act(admin, 'complete', { taskIds: [taskId] })
    const { data } = (await admin.get('tasks?query=Call&hideCompleted=true')).body
    const next = data.find((task: { seriesId: number | null }) => task.seriesId === taskId)
    expect(next).toMatchObject({ dueTime: '08:15' })
  })
})
