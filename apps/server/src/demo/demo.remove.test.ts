import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../test/harness.ts'
import { countAll, find, long } from './demo.fixture.ts'
import { loadDemo } from './demo.load.ts'
import { removeDemo } from './demo.remove.ts'

const form = (name: string, more = {}) => ({ globalFields: { name, externalId: name, ...more } })

describe('removing the demo', () => {
  let app: TestApp
  let admin: Client
  const { signal } = new AbortController()
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
      const { all } = await app.application.modules.users.directory(app.tenantId)
      const states = all.filter(({ email }) => email.endsWith('@demo.example')).map(({ status }) => status)
      expect(new Set(states)).toEqual(new Set(['DEACTIVATED']))
    },
    long,
  )
})
