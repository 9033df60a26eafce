import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { transact } from '../../platform/db/database.ts'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { create } from '../record/record.fixture.ts'
import { lockOwned } from './hand-over.store.ts'

/** A busy machine takes its time. */
const slowly = { timeout: 20_000 }

let app: TestApp
let admin: Client

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
})
afterAll(() => app.stop())

describe('a batch of a hand-over', () => {
  it('says where to go on although somebody else took one of its records meanwhile', async () => {
    const { userId } = (await app.newUser('manager')).actor
    const ids: number[] = []
    for (const name of ['One', 'Two', 'Three']) {
      ids.push(await create(admin, 'accounts', { name, 'system:owners': [userId] }))
    }
    const { database } = app.application.platform
    const other = await database.owner.connect()
    await other.query('begin')
    await other.query('update record set owners = $1 where record_id = $2', [[admin.actor.userId], ids[0]])
    const batch = transact(database.tenant(app.tenantId), (tx) =>
      lockOwned(tx, app.tenantId, userId, { after: 0, limit: 2 }),
    )
    await expect
      .poll(async () => {
        const { rows } = await database.owner.query(
          `select from pg_locks where not granted
             and pid in (select pid from pg_stat_activity where datname = current_database())`,
        )
        return rows.length
      }, slowly)
      .toBe(1)
    await other.query('commit')
    other.release()
    const { owned, last } = await batch
    expect(owned.map(({ recordId }) => recordId)).toEqual([ids[1]])
    expect(last).toBe(ids[1])
  })
})
