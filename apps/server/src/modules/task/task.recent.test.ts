import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { act, createTask } from './task.fixture.ts'

let app: TestApp
let admin: Client
let normal: Client

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
  normal = await app.as('normalUser')
})
afterAll(() => app.stop())

const latest = async (client: Client) => (await client.get('core/change-sets?limit=1')).body.data[0]

describe('a recent change of tasks alone', () => {
  it('names them, up to three', async () => {
    const { taskId } = await createTask(admin, { title: 'Call Ada' })
    expect(await latest(admin)).toMatchObject({ action: 'create', records: 0, items: 1, names: ['Call Ada'] })
    const others = await Promise.all(['b', 'c', 'd'].map((title) => createTask(admin, { title })))
    await act(admin, 'complete', { taskIds: [taskId, ...others.map((other) => other.taskId)] })
    const completed = await latest(admin)
    expect(completed).toMatchObject({ action: 'complete', records: 0, items: 4 })
    expect(completed.names).toHaveLength(3)
  })

  it('names the task of a comment', async () => {
    const { taskId } = await createTask(admin, { title: 'Talk it over' })
    expect((await admin.post(`tasks/${taskId}/comments`, { body: 'Later' })).status).toBe(200)
    expect(await latest(admin)).toMatchObject({ action: 'comment', items: 1, names: ['Talk it over'] })
  })

  it('names none that went out of sight', async () => {
    const made = await normal.post('core/accounts', { globalFields: { name: 'Handed over' } })
    const { accountId } = made.body.data
    await createTask(normal, { title: 'Hidden soon', accountId })
    expect(await latest(normal)).toMatchObject({ names: ['Hidden soon'] })
    const data = { 'system:owners': [admin.actor.userId] }
    const handed = await admin.post(`core/accounts/${accountId}`, { data })
    expect(handed.status, JSON.stringify(handed.body)).toBe(200)
    expect(await latest(normal)).toMatchObject({ records: 0, items: 1, names: [] })
  })
})
