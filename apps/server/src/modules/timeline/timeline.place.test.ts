import { recordChanged, type RecordChanged } from '@steward/contracts/event/record.event'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Answer, type Client, type TestApp } from '../../../test/harness.ts'
import { query, transact } from '../../platform/db/database.ts'
import { create, edit, good } from '../record/record.fixture.ts'
import { writeChanges } from './timeline.change.store.ts'
import { feed, logOne, titles } from './timeline.fixture.ts'
import { placeAnew } from './timeline.item.store.ts'

let app: TestApp
let admin: Client
let account: number

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
  account = await create(admin, 'accounts', { name: 'Moving' })
})
afterAll(() => app.stop())

/** How many connections wait for someone else's lock. */
async function countWaiting(): Promise<number> {
  const { rows } = await app.application.platform.database.owner.query<{ n: number }>(
    `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows[0]?.n ?? 0
}

/** Does something to an item while it gets its places again. */
async function whilePlaced(itemId: number, act: () => Promise<Answer>): Promise<Answer> {
  const { database } = app.application.platform
  let acting: Promise<Answer> | undefined
  await transact(database.tenant(app.tenantId), async (tx) => {
    await placeAnew(tx, app.tenantId, [itemId])
    acting = act()
    await expect.poll(countWaiting).toBe(1)
  })
  return acting as Promise<Answer>
}

describe('an item whose places are written anew', () => {
  it('is on no page when it is deleted meanwhile', async () => {
    const noteId = await logOne(app, admin, { on: ['accounts', account], title: 'Deleted' })
    good(await whilePlaced(noteId, () => admin.delete(`core/notes/${noteId}`)))
    expect(await titles(admin, 'accounts', account)).toEqual([])
  })

  it('lies where an edit puts it that comes meanwhile', async () => {
    const other = await create(admin, 'accounts', { name: 'Linked' })
    const noteId = await logOne(app, admin, { on: ['accounts', account], title: 'Edited' })
    const linkedEntities = { accounts: [other] }
    good(await whilePlaced(noteId, () => admin.put(`core/notes/${noteId}`, { linkedEntities })))
    expect((await feed(admin, 'accounts', other)).data).toMatchObject([{ itemId: noteId }])
    expect(await titles(admin, 'accounts', account)).toEqual(['Edited'])
  })
})

describe('what changed of a record', () => {
  it('has no item of a record that is deleted meanwhile', async () => {
    const id = await create(admin, 'accounts', { name: 'Going' })
    const changeSetId = await edit(admin, 'accounts', id, { pulse: 3 })
    const db = app.application.platform.database.tenant(app.tenantId)
    const [event] = await query<{ payload: RecordChanged }>(
      db,
      `select payload from event where type = $1 and payload->>'changeSetId' = $2`,
      [recordChanged.name, String(changeSetId)],
    )
    if (!event) throw new Error('No event tells of the change')
    let writing: Promise<void> | undefined
    await transact(db, async (tx) => {
      await query(tx, 'delete from record where tenant_id = $1 and record_id = $2', [app.tenantId, id])
      writing = transact(db, (other) => writeChanges(other, app.tenantId, event.payload))
      await expect.poll(countWaiting).toBe(1)
    })
    await writing
  })
})
