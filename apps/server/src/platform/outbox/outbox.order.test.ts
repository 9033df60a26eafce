import { expect, it } from 'vitest'
import { abandonLane, resumeLane } from './outbox.ts'
import { app, db, items, openOutbox, owner, poll, put, second } from './outbox.fixture.ts'
import { claimItems, recordAttempt } from './outbox.store.ts'

openOutbox()

const channels = { names: ['test'], leases: [15], mostAtOnce: [4] }
const claim = () => claimItems(owner(), app.clock.now(), channels, { most: 10, holder: null })
const isWaiting = async () =>
  (
    await owner().query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
        and query like '%/*outbox.%'`,
    )
  ).rowCount === 1

/** Holds the destination as a claim does, lets another change begin, and then locks the entry. */
async function claimAround(change: () => Promise<unknown>): Promise<void> {
  const claiming = await owner().connect()
  try {
    await claiming.query('begin')
    await claiming.query(`select from outbox_lane where lane = 'a' for update`)
    const changed = change()
    await poll(isWaiting).toBe(true)
    await claiming.query(`select from outbox_item where key = 'one' for update`)
    await claiming.query('commit')
    await changed
  } finally {
    claiming.release()
  }
}

it('locks the destination before its entries when an attempt is recorded', async () => {
  await put([{ key: 'one' }])
  const [item] = await claim()
  if (!item) throw new Error('Nothing was claimed')
  const ending = { at: app.clock.now(), result: { outcome: 'delivered' }, nextAt: null } as const
  await claimAround(() => recordAttempt(owner(), item, ending, 4))
  expect(await items()).toEqual([{ key: 'one', state: 'delivered', attempts: 1, failure: null }])
})

it('locks the destination before its entries when it is resumed', async () => {
  await put([{ key: 'one' }])
  await owner().query('update outbox_item set due_at = $1', [
    new Date(app.clock.now().getTime() + 60 * second),
  ])
  await claimAround(() => resumeLane(db(), app.tenantId, 'a', app.clock.now()))
  expect(await claim()).toMatchObject([{ key: 'one', attempt: 1 }])
})

it('locks the destination before its entries when what waits for it is abandoned', async () => {
  await put([{ key: 'one' }])
  await claimAround(() =>
    abandonLane(db(), app.tenantId, 'a', { now: app.clock.now(), failure: 'Its webhook was deleted' }),
  )
  expect(await items()).toMatchObject([{ key: 'one', state: 'failed' }])
})

it('locks the destination before its entries when a dead process leaves them', async () => {
  await put([{ key: 'one' }])
  const holder = 7
  await claimItems(owner(), app.clock.now(), channels, { most: 10, holder })
  await claimAround(() => owner().query('/*outbox.release*/ select release_outbox($1)', [holder]))
  expect(await claim()).toMatchObject([{ key: 'one', attempt: 2 }])
})
