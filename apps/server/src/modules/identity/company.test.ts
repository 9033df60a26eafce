import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'

let app: TestApp
let admin: Client

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
})
afterAll(() => app.stop())

const sessionOf = async (client: Client) => (await client.get('identity/session')).body.data.user

it('people begin on the organizations, until the company or they themselves choose another page', async () => {
  const user = await app.newUser('normalUser')
  expect((await admin.get('identity/company')).body.data).toEqual({
    startPage: 'organizations',
    fetchLogos: false,
    mayFetchLogos: false,
  })
  expect(await sessionOf(user)).toMatchObject({ startPage: null, companyStartPage: 'organizations' })
  expect((await admin.patch('identity/company', { startPage: 'today' })).body.data).toMatchObject({
    startPage: 'today',
  })
  expect(await sessionOf(user)).toMatchObject({ startPage: null, companyStartPage: 'today' })
  const own = await user.patch(`user-management/users/${user.actor.userId}`, { startPage: 'tasks' })
  expect(own.body.data.startPage).toBe('tasks')
  expect(await sessionOf(user)).toMatchObject({ startPage: 'tasks', companyStartPage: 'today' })
})

it('administrators alone choose for the company, and the audit log has it once', async () => {
  for (const role of ['manager', 'normalUser', 'viewer'] as const) {
    const { status } = await (await app.as(role)).patch('identity/company', { startPage: 'accounts' })
    expect([role, status]).toEqual([role, 403])
  }
  await admin.patch('identity/company', { startPage: 'pipelines' })
  await admin.patch('identity/company', { startPage: 'pipelines' })
  const { data } = (await admin.get('audit?action=company.changed')).body
  expect(data.map(({ summary }: { summary: string }) => summary)).toEqual([
    'Start page changed from today to pipelines',
    'Start page changed from organizations to today',
  ])
})

it.each([[{ startPage: 'dashboards' }], [{}], [{ startPage: null }]])(
  'what is no page is refused: %o',
  async (form) => {
    const { status, body } = await admin.patch('identity/company', form)
    expect([status, Object.keys(body.fields)]).toEqual([400, ['startPage']])
    const own = await admin.patch(`user-management/users/${admin.actor.userId}`, { startPage: 'dashboards' })
    expect([own.status, Object.keys(own.body.fields)]).toEqual([400, ['startPage']])
  },
)
