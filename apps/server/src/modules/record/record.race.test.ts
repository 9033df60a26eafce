import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { transact } from '../../platform/db/database.ts'
import { changeRecords } from './record.door.ts'
import { create, edit, read } from './record.fixture.ts'

let app: TestApp
let admin: Client

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
})
afterAll(() => app.stop())

/** How many statements of this database wait for a lock. */
async function countBlocked(): Promise<number> {
  const { rows } = await app.application.platform.database.owner.query(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows.length
}

it.each([
  ['created below', async (account: number) => create(admin, 'contacts', { name: 'New', account })],
  [
    'moved below',
    async (account: number) => {
      const id = await create(admin, 'contacts', { name: 'Moved' })
      await edit(admin, 'contacts', id, { account })
      return id
    },
  ],
])('a record that is %s an account while that moves follows it', async (_, bring) => {
  const [first, second] = await Promise.all(
    ['First', 'Second'].map((name) => create(admin, 'organizations', { name })),
  )
  const account = await create(admin, 'accounts', { name: 'Moving', organization: first })
  const { platform, modules } = app.application
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>()
  const { promise: hasMoved, resolve: moved } = Promise.withResolvers<void>()
  const moving = transact(platform.database.tenant(app.tenantId), async (tx) => {
    const context = { ...(await modules.records.context(tx, admin.actor, 2)), freedom: 'act' as const }
    const act = { action: 'move', at: app.clock.now() } as const
    const values = { organizationId: second as number }
    await changeRecords(tx, context, act, [{ kind: 'update', recordId: account, values }])
    moved()
    await mayEnd
  })
  await hasMoved
  const bringing = bring(account)
  await expect.poll(countBlocked, { timeout: 10_000 }).toBeGreaterThan(0)
  end()
  await moving
  const contact = await read(admin, 'contacts', await bringing)
  expect(contact.globalFields).toMatchObject({ account: { id: account }, organization: { id: second } })
})
