import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { good } from '../record/record.fixture.ts'

let app: TestApp
let admin: Client
let manager: Client
let user: Client

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
  manager = await app.as('manager')
  user = await app.as('normalUser')
})
afterAll(() => app.stop())

const filter = { and: [{ field: 'priority', operator: 'isSetTo', value: [4] }] }

async function save(client: Client, name: string, more: object = {}): Promise<number> {
  return good(await client.post('task-views', { name, ...more })).data.viewId
}

const namesOf = async (client: Client): Promise<string[]> =>
  good(await client.get('task-views')).data.map(({ name }: { name: string }) => name)

it('a view is saved with what the list shows, for its maker until it is public', async () => {
  const view = { mode: 'board', mine: false, group: 'account', due: 'overdue', filter }
  const viewId = await save(user, ' Urgent ', { view })
  expect(await namesOf(user)).toEqual(['Urgent'])
  expect(await namesOf(admin)).toEqual([])
  expect((await admin.put(`task-views/${viewId}`, { name: 'Mine' })).status).toBe(404)
  const shared = good(await user.put(`task-views/${viewId}`, { isPrivate: false })).data
  expect(shared).toMatchObject({ name: 'Urgent', isPrivate: false, view: { ...view, bookmarked: false } })
  expect(good(await admin.get('task-views')).data).toEqual([{ ...shared, mayEdit: true }])
  good(await user.delete(`task-views/${viewId}`))
  expect(await namesOf(admin)).toEqual([])
})

it('public views are changed by their makers and those who keep order, and made private by makers alone', async () => {
  const viewId = await save(manager, 'Team', { isPrivate: false })
  const one = `task-views/${viewId}`
  expect((await user.put(one, { name: 'Taken' })).body.reason).toBe('task_view.not_yours')
  expect((await user.delete(one)).status).toBe(403)
  good(await admin.put(one, { name: 'The team' }))
  expect((await admin.put(one, { isPrivate: true })).body.reason).toBe('task_view.not_yours')
  good(await manager.put(one, { isPrivate: true }))
  expect(await namesOf(admin)).toEqual([])
  const viewer = await app.as('viewer')
  expect(await namesOf(viewer)).toEqual([])
  expect((await viewer.post('task-views', { name: 'Mine' })).status).toBe(403)
})

it('names are told apart: public ones by everyone, private ones by their maker', async () => {
  await save(user, 'Later')
  await save(manager, 'Later')
  await save(user, 'Everyone', { isPrivate: false })
  for (const [client, form] of [
    [user, { name: 'LATER' }],
    [admin, { name: 'everyone', isPrivate: false }],
  ] as const) {
    const { status, body } = await client.post('task-views', form)
    expect([status, body.reason]).toEqual([409, 'task_view.name_taken'])
  }
})

it.each([
  [{ name: ' ' }, 'name'],
  [{ name: 'Odd', view: { filter: { field: 'title' } } }, 'view.filter'],
  [{ name: 'Odd', view: { group: 'colour' } }, 'view.group'],
  [{ name: 'Odd', view: { mode: 'load' } }, 'view.mode'],
])('what cannot be shown is refused: %j', async (form, field) => {
  const { status, body } = await admin.post('task-views', form)
  expect([status, Object.keys(body.fields)]).toEqual([400, [field]])
})
