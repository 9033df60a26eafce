import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { create, good } from '../record/record.fixture.ts'
import { createTask } from '../task/task.fixture.ts'
import { cardOf, dayAt, dayLength, onAccount, readToday } from './today.fixture.ts'

let app: TestApp
let admin: Client
let me: Client

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
  me = await app.newUser('normalUser', 'me@us.test')
})
afterAll(() => app.stop())

const dayIn = (days: number) => dayAt(app, days)
const account = (name: string): Promise<number> => create(me, 'accounts', { name })

describe('a card', () => {
  it('is put off until a day, and comes back on it or when it is woken', async () => {
    const id = await account('Later')
    await createTask(me, { ...onAccount(id), title: 'Ask', dueDate: dayIn(0) })
    const key = `record:${id}`
    const before = (await readToday(me)).snoozedCards
    good(await me.post('today/snoozes', { key, until: dayIn(2) }))
    expect(await cardOf(me, id)).toBeUndefined()
    expect((await readToday(me)).snoozedCards).toBe(before + 1)
    good(await me.delete(`today/snoozes/${key}`))
    expect(await cardOf(me, id)).toBeDefined()
    good(await me.post('today/snoozes', { key, until: dayIn(2) }))
    app.clock.advance(2 * dayLength)
    expect(await cardOf(me, id)).toBeDefined()
  })

  it('is put off until something changes', async () => {
    const id = await account('Changes')
    const task = await createTask(me, { ...onAccount(id), title: 'Ask', dueDate: dayIn(-1) })
    good(await me.post('today/snoozes', { key: `record:${id}`, until: null }))
    expect(await cardOf(me, id)).toBeUndefined()
    good(await me.put(`tasks/${task.taskId}`, { priority: 'URGENT' }))
    expect((await cardOf(me, id))?.reasons[0]).toMatchObject({ source: 'task' })
  })

  it('is refused a day that has gone by, and a key of no card', async () => {
    const id = await account('Refused')
    await createTask(me, { ...onAccount(id), title: 'Ask', dueDate: dayIn(0) })
    expect(await me.post('today/snoozes', { key: `record:${id}`, until: dayIn(0) })).toMatchObject({
      status: 400,
      body: { fields: { until: 'Choose a day after today.' } },
    })
    expect((await me.post('today/snoozes', { key: 'record:999999', until: null })).status).toBe(404)
    expect((await admin.post('today/snoozes', { key: `record:${id}`, until: null })).status).toBe(404)
  })

  it('is called not useful with a reason, which is counted', async () => {
    const id = await account('Not useful')
    await createTask(me, { ...onAccount(id), title: 'Ask', dueDate: dayIn(0) })
    const key = `record:${id}`
    const wrong = await me.post('today/feedback', { key, source: 'mail', reason: 'wrong' })
    expect(wrong).toMatchObject({ status: 400, body: { fields: { source: expect.any(String) } } })
    good(await me.post('today/feedback', { key, source: 'task', reason: 'notImportant' }))
    expect(await cardOf(me, id)).toBeUndefined()
    expect(good(await admin.get('today/settings')).data.feedback).toEqual([
      { source: 'task', reason: 'notImportant', count: 1 },
    ])
  })

  it('is called not useful in the own words of a person, which administrators read', async () => {
    const id = await account('In own words')
    await createTask(me, { ...onAccount(id), title: 'Ask', dueDate: dayIn(0) })
    const words = { key: `record:${id}`, source: 'task', reason: 'other' }
    good(await me.post('today/feedback', { ...words, comment: ' They are on holiday. ' }))
    expect(good(await admin.get('today/settings')).data.comments).toEqual([
      { source: 'task', comment: 'They are on holiday.', at: expect.any(String) },
    ])
  })
})
