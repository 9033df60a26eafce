import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../test/harness.ts'
import { query } from '../platform/db/database.ts'
import { countAll, find, long } from './demo.fixture.ts'
import { loadDemo } from './demo.load.ts'
import { removeDemo } from './demo.remove.ts'

const form = (name: string, more = {}) => ({ globalFields: { name, externalId: name, ...more } })

const isOfDemo = ({ email }: { email: string }) => email.endsWith('@demo.example')

describe('removing the demo', () => {
  let app: TestApp
  let admin: Client
  const { signal } = new AbortController()
  const rows = <Row>(text: string) => query<Row>(app.application.platform.database.tenant(app.tenantId), text)
  const read = async (path: string) => (await admin.get(path)).body.data

  beforeAll(async () => {
    app = await startTestApp({ STARTER_FIELDS: 'on' })
    admin = await app.as('administrator')
    // It has the external id of an account of the demo, which is then not the demo's.
    expect((await admin.post('core/accounts', form('Acme Corporation'))).status).toBe(200)
    expect((await admin.post('getting-started/demo')).body.data).toEqual({ demo: 'loading' })
    await loadDemo(app.application, app.tenantId, signal)
  }, long)
  afterAll(() => app.stop())

  it('does not count sample customers among the first steps', async () => {
    const steps = { customers: true, health: false, teammates: false, note: false }
    expect(await read('getting-started')).toEqual({ demo: 'loaded', steps })
  })

  it(
    'leaves what the company has of its own, and what its own things need',
    async () => {
      const { accountId } = await find(admin, 'account', 'cus-halden-freight')
      const contact = form('Ada', { email: 'ada@example.com', account: accountId })
      expect((await admin.post('core/contacts', contact)).status).toBe(200)

      expect((await admin.delete('getting-started/demo')).body.data).toEqual({ demo: 'removing' })
      await removeDemo(app.application, admin.actor, signal)

      expect((await read('getting-started')).demo).toBe('none')
      // Halden Freight has a contact of the company's own, so it stays, with the organization above it.
      expect(await countAll(admin)).toEqual({ organizations: 1, accounts: 2, contacts: 1, pipelines: 0 })
      expect(await read('segment?level=account&tab=All')).toEqual([])
      const fields: { name: string }[] = await read('core/fields?level=account')
      const names = fields.map(({ name }) => name)
      expect(names).toContain('arr')
      expect(names).not.toContain('square_feet')
      const { months } = await read('currency/exchange-rates')
      expect(JSON.stringify(months)).not.toContain('sample')
      const tasks: { record: { id: number } | null }[] = await read('tasks?pageSize=100')
      expect(new Set(tasks.map(({ record }) => record?.id))).toEqual(new Set([accountId]))
      // Its people are in no list and can't be found, but what they did to customers that stay has their names.
      const { all, byId } = await app.application.modules.users.directory(app.tenantId)
      expect(all.filter(isOfDemo)).toEqual([])
      const states = [...byId.values()].filter(isOfDemo).map(({ kind, status }) => `${kind} ${status}`)
      expect(new Set(states)).toEqual(new Set(['former DEACTIVATED']))
      expect(JSON.stringify(await read('user-management/users'))).not.toContain('@demo.example')
      const jonas = [...byId.values()].find(({ email }) => email === 'jonas.lindqvist@demo.example')
      expect((await admin.get(`user-management/users/${jonas?.userId}`)).status).toBe(404)
      const recent: { by: { name: string } }[] = await read('core/change-sets?limit=100')
      const people = new Set([...byId.values()].filter(isOfDemo).map(({ name }) => name))
      expect(recent.filter(({ by }) => people.has(by.name)).length).toBeGreaterThan(0)
    },
    long,
  )

  it('leaves nothing among the recent changes that can no longer be undone', async () => {
    const { data, hasMore } = (await admin.get('core/change-sets?limit=100')).body
    expect(hasMore).toBe(false)
    const named = data.flatMap(({ names }: { names: string[] }) => names)
    // Each change that is left names a record that is left.
    expect(data.every(({ names }: { names: string[] }) => names.length > 0)).toBe(true)
    expect(named).toContain('Acme Corporation')
    expect(named).toContain('Halden Freight')
    const [removal] = await rows<{ id: number }>(
      "select change_set_id as id from change_set where source = 'undo' order by change_set_id desc limit 1",
    )
    const undo = await admin.post(`core/change-sets/${removal?.id}/undo`)
    expect(undo).toMatchObject({ status: 409, body: { reason: 'undo.forgotten' } })
  })

  it('leaves no count of notifications about what is gone', async () => {
    const { all: unseen } = await read('notification/notification/unseen')
    const { notifications } = await read('notification/notification?unseenOnly=true&size=50')
    expect(unseen).toBe(notifications.length)
  })

  it(
    'is added again with the same people',
    async () => {
      const before = await rows("select user_id from app_user where email like '%@demo.example'")
      expect((await admin.post('getting-started/demo')).body.data).toEqual({ demo: 'loading' })
      await loadDemo(app.application, app.tenantId, signal)
      const people = await rows<{ kind: string; status: string }>(
        "select kind, status from app_user where email like '%@demo.example'",
      )
      expect(people).toHaveLength(before.length)
      expect(new Set(people.map(({ kind, status }) => `${kind} ${status}`))).toEqual(
        new Set(['person ACTIVE']),
      )
    },
    long,
  )
})
