import type { BulkUpdateChange } from '@steward/contracts/bulk-update'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { transact } from '../../platform/db/database.ts'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { create, defineField, read } from '../record/record.fixture.ts'

let app: TestApp
let admin: Client

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
})
afterAll(() => app.stop())

const edited = (data: Record<string, unknown>): BulkUpdateChange => ({ data, mode: 'set' })

/** Changes a record in a transaction that ends while a bulk update by `client` waits for it. */
async function writeBeside(client: Client, id: number, change: BulkUpdateChange, set: string) {
  const { database } = app.application.platform
  const other = await database.owner.connect()
  await other.query('begin')
  await other.query(`update record set version = version + 1, ${set} where record_id = $1`, [id])
  const act = { at: new Date() } as const
  const written = transact(database.tenant(app.tenantId), (tx) =>
    app.application.modules.bulkUpdates.write(tx, client.actor, 2, change, act, [id], 1),
  )
  const waiting = async () => {
    const { rows } = await database.owner.query(
      `select from pg_locks where not granted
         and pid in (select pid from pg_stat_activity where datname = current_database())`,
    )
    return rows.length
  }
  await expect.poll(waiting, { timeout: 20_000 }).toBe(1)
  await other.query('commit')
  other.release()
  return written
}

describe('a bulk update beside another writer', () => {
  it('tells the history what the other one wrote as what was there before', async () => {
    const { customColumnId } = await defineField(admin, 'account', 'seats', 'number')
    const id = await create(admin, 'accounts', { name: 'Beside', seats: 1 })
    const set = `custom = jsonb_set(custom, '{${customColumnId}}', '7'), pulse = 2`
    const { changed, shown } = await writeBeside(admin, id, edited({ seats: 9, 'system:pulse': 2 }), set)
    expect(changed).toBe(1)
    expect(shown).toMatchObject([{ before: { [customColumnId]: 7 }, after: { [customColumnId]: 9 } }])
    expect(Object.keys(shown[0]?.after ?? {})).toEqual([String(customColumnId)])
  })

  it('keeps the day on which another one has marked it churned', async () => {
    const id = await create(admin, 'accounts', { name: 'Lost' })
    const { changed } = await writeBeside(
      admin,
      id,
      { action: 'churn' },
      `churned = true, churn_date = '2026-01-31'`,
    )
    expect(changed).toBe(0)
    expect((await read(admin, 'accounts', id)).globalFields.churnDate).toBe('2026-01-31')
  })

  it('leaves alone what was taken from a Normal User meanwhile', async () => {
    const normal = await app.newUser('normalUser')
    const id = await create(admin, 'accounts', { name: 'Taken', 'system:owners': [normal.actor.userId] })
    const { changed, refused } = await writeBeside(
      normal,
      id,
      edited({ name: 'Kept by force' }),
      `owners = '{${admin.actor.userId}}'`,
    )
    expect([changed, refused.map(({ recordId, name }) => [recordId, name])]).toEqual([0, [[id, null]]])
    expect((await read(admin, 'accounts', id)).globalFields.name).toBe('Taken')
  })
})
