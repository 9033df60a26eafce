import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { roleIds } from '@steward/contracts/plain/permission'
import { transact } from '../../platform/db/database.ts'
import { clientOf, startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { mailsTo } from '../../../test/sign-in.ts'

describe('the first steps', () => {
  let app: TestApp
  let admin: Client
  const steps = async () => (await admin.get('getting-started')).body.data.steps

  beforeAll(async () => {
    app = await startTestApp()
    admin = await app.as('administrator')
  })
  afterAll(() => app.stop())

  it('are done once what they ask for exists', async () => {
    const none = { customers: false, health: false, teammates: false, note: false }
    expect((await admin.get('getting-started')).body.data).toEqual({ steps: none, demo: 'none' })
    const { body } = await admin.post('core/accounts', { globalFields: { name: 'Northwind' } })
    expect(await steps()).toEqual({ ...none, customers: true })
    const place = { level: 'account', parentIdentifier: body.data.accountId }
    const note = await admin.post('core/notes', {
      ...place,
      title: 'Kick-off',
    })
    expect(note.status).toBe(200)
    expect(await steps()).toEqual({ ...none, customers: true, note: true })
    await app.newUser('manager')
    expect(await steps()).toEqual({ ...none, customers: true, note: true, teammates: true })
    const pulse = { data: { 'system:pulse': 4 } }
    expect((await admin.post(`core/accounts/${body.data.accountId}`, pulse)).status).toBe(200)
    await app.application.startWorker()
    const scored = async () => expect(await steps()).toMatchObject({ health: true })
    await vi.waitFor(scored, { timeout: 60_000, interval: 100 })
  })

  it('are for those who look after the company', async () => {
    for (const role of ['manager', 'normalUser', 'viewer'] as const) {
      expect((await (await app.as(role)).get('getting-started')).status).toBe(403)
    }
  })

  it('belong to one company each', async () => {
    const foreigner = await app.foreigner()
    expect((await foreigner.get('getting-started')).body.data.steps.customers).toBe(false)
  })
})

/** A company with the people of the demo, whose sample customers count as loaded. */
async function load(environment: NodeJS.ProcessEnv): Promise<TestApp> {
  const app = await startTestApp({ DEMO: 'on', ...environment })
  const { modules, platform } = app.application
  const people = [
    ['lead@example.com', roleIds.administrator],
    ['priya.nair@demo.example', roleIds.manager],
    ['jonas.lindqvist@demo.example', roleIds.normalUser],
    ['viewer@demo.example', roleIds.viewer],
  ] as const
  await transact(platform.database.tenant(app.tenantId), async (tx) => {
    for (const [email, roleId] of people) {
      await modules.users.createUser(tx, app.tenantId, { email, firstName: 'A', lastName: 'B', roleId })
    }
    await modules.gettingStarted.startDemo(tx, app.tenantId)
  })
  await modules.users.forget(app.tenantId)
  await modules.gettingStarted.finishLoading(app.tenantId, [])
  return app
}
const call = (app: TestApp, headers: Record<string, string>, role?: string, remoteAddress = '127.0.0.1') =>
  app.application.app.inject({
    method: role ? 'POST' : 'GET',
    url: '/api/getting-started/visits',
    remoteAddress,
    headers,
    ...(role ? { payload: { role } } : {}),
  })

describe('looking around', () => {
  let here: TestApp
  const local = { host: 'localhost:3000', origin: 'http://localhost:3000' }
  const offered = ['administrator', 'teamLead', 'manager', 'viewer']

  beforeAll(async () => {
    here = await load({})
  })
  afterAll(() => here.stop())

  it('is offered in four roles on the own address of the machine', async () => {
    expect((await call(here, local)).json().data.roles).toEqual(offered)
    const emails = []
    for (const role of offered) {
      const answer = await call(here, local, role)
      expect(answer.statusCode).toBe(200)
      const { token, user } = answer.json().data
      emails.push(user.email)
      const own = await here.application.app.inject({
        url: '/api/identity/session',
        headers: { authorization: `Bearer ${token}` },
      })
      expect(own.statusCode).toBe(200)
    }
    expect(emails).toEqual([
      'lead@example.com',
      'priya.nair@demo.example',
      'jonas.lindqvist@demo.example',
      'viewer@demo.example',
    ])
  })

  it.each([
    ['another address', local, '192.0.2.7'],
    ['another name', { host: 'steward.example.com' }, '127.0.0.1'],
    ['another site', { ...local, origin: 'https://steward.example.com' }, '127.0.0.1'],
    ['a proxy', { ...local, 'x-forwarded-for': '127.0.0.1' }, '127.0.0.1'],
  ])('is not offered to %s', async (_, headers, address) => {
    expect((await call(here, headers, undefined, address)).json().data.roles).toEqual([])
    const refused = await call(here, headers, 'administrator', address)
    expect([refused.statusCode, refused.json().reason]).toEqual([404, 'demo.no_visits'])
  })

  it('ends with the first customer of its own, and with the first colleague', async () => {
    const app = await load({})
    // The second administrator is the first colleague.
    await app.as('administrator')
    expect((await call(app, local)).json().data.roles).toEqual([])
    expect((await call(app, local, 'administrator')).json().reason).toBe('demo.no_visits')
    await app.stop()

    const other = await load({})
    const { token } = (await call(other, local, 'administrator')).json().data
    const guest = clientOf(other.application, token)
    expect((await guest.post('core/accounts', { globalFields: { name: 'Northwind' } })).status).toBe(200)
    expect((await call(other, local)).json().data.roles).toEqual([])
    await other.stop()
  })

  it('sends the people of the demo no mail about a new device', async () => {
    const app = await load({})
    const agents = ['Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0', 'curl/8.14']
    for (const agent of agents) {
      expect((await call(app, { ...local, 'user-agent': agent }, 'teamLead')).statusCode).toBe(200)
    }
    expect(await mailsTo(app, 'priya.nair@demo.example')).toEqual([])
    await app.stop()
  })

  it.each([
    ['the demo is switched off', { DEMO: 'off' }],
    ['there is a public address', { PUBLIC_URL: 'https://steward.example.com' }],
  ])('is not offered where %s', async (_, environment) => {
    const app = await load(environment)
    expect((await call(app, local)).json().data.roles).toEqual([])
    expect((await call(app, local, 'viewer')).statusCode).toBe(404)
    await app.stop()
  })
})

describe('the sample customers', () => {
  it('are added once, and removed only when they are there', async () => {
    const app = await startTestApp()
    const admin = await app.as('administrator')
    const state = async () => (await admin.get('getting-started')).body.data.demo
    const removed = async () => {
      const { status, body } = await admin.delete('getting-started/demo')
      return [status, body.reason ?? body.data.demo]
    }
    expect(await removed()).toEqual([409, 'demo.not_loaded'])
    expect((await admin.post('getting-started/demo')).body.data).toEqual({ demo: 'loading' })
    // Scoring waits for a load that was cut short to go on.
    const { rows } = await app.application.platform.database.owner.query(
      `select queue_name from graphile_worker.jobs where task_identifier like '%demo%'`,
    )
    expect(rows).toEqual([{ queue_name: `health:${app.tenantId}` }])
    const again = await admin.post('getting-started/demo')
    expect([again.status, again.body.reason]).toEqual([409, 'demo.present'])
    expect(await removed()).toEqual([409, 'demo.not_loaded'])
    await app.application.modules.gettingStarted.finishLoading(app.tenantId, [])
    expect(await state()).toBe('loaded')
    expect(await removed()).toEqual([200, 'removing'])
    const { data } = (await admin.get('audit?action=demo.added')).body
    expect(data).toHaveLength(1)
    await app.stop()
  })
})
