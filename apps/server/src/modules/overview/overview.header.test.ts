import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Overview } from '@steward/contracts/overview'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { create, good } from '../record/record.fixture.ts'

let app: TestApp
let admin: Client
let account: number

const overviewOf = async (who: Client): Promise<Overview> =>
  good(await who.get(`core/accounts/${account}/overview`)).data

async function task(title: string, fields: object = {}): Promise<number> {
  const place = { level: 'account', parentIdentifier: account }
  return good(await admin.post('tasks', { ...place, title, ...fields })).data.taskId
}

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
  account = await create(admin, 'accounts', { name: 'Lantern Works' })
})

afterAll(() => app.stop())

test('the next step is the open task that is due first', async () => {
  await task('Some day')
  expect((await overviewOf(admin)).figures.nextStep).toMatchObject({ title: 'Some day', dueDate: null })
  await task('Later', { dueDate: '2031-05-02' })
  const first = await task('First', { dueDate: '2031-05-01' })
  await task('As urgent as others', { dueDate: '2031-05-01' })
  const urgent = await task('Urgent', { dueDate: '2031-05-01', priority: 'URGENT' })
  const next = async () => (await overviewOf(admin)).figures.nextStep
  expect(await next()).toEqual({ taskId: urgent, title: 'Urgent', dueDate: '2031-05-01' })
  good(await admin.post('tasks/complete', { taskIds: [urgent] }))
  expect(await next()).toEqual({ taskId: first, title: 'First', dueDate: '2031-05-01' })
  good(await admin.post('tasks/archive', { taskIds: [first] }))
  expect(await next()).toMatchObject({ title: 'As urgent as others' })
})

test('the task of another record is not the next step', async () => {
  const other = await create(admin, 'accounts', { name: 'Magpie Foods' })
  good(
    await admin.post('tasks', {
      level: 'account',
      parentIdentifier: other,
      title: 'Elsewhere',
      dueDate: '2030-01-01',
    }),
  )
  expect((await overviewOf(admin)).figures.nextStep?.title).not.toBe('Elsewhere')
})

test('everybody chooses what the header shows', async () => {
  const path = `core/user-settings/${admin.actor.userId}/stat-bar/360/account`
  expect(good(await admin.get(path)).data.widgets).toEqual(['lastContact', 'nextStep'])
  good(await admin.post(path, { widgets: ['nextStep'] }))
  expect((await overviewOf(admin)).header).toEqual(['nextStep'])
  expect((await overviewOf(await app.as('manager'))).header).toHaveLength(5)
  good(await admin.post(path, { widgets: [] }))
  expect((await overviewOf(admin)).header).toEqual([])
  good(await admin.post(path, { widgets: null }))
  expect((await overviewOf(admin)).header).toHaveLength(5)
})
