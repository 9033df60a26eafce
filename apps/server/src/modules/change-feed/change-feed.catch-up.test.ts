import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { createChangeFeedService, type ChangeFeed } from './change-feed.service.ts'

/** How many streams one user may have open. */
const mostStreams = 30

let app: TestApp
let manager: Client
let blocker: pg.Client

beforeAll(async () => {
  app = await startTestApp()
  await app.application.startWorker()
  manager = await app.as('manager')
  blocker = new pg.Client({ connectionString: app.application.platform.database.url })
  await blocker.connect()
})
afterAll(async () => {
  await blocker.end()
  await app.stop()
})

async function newAccount(name: string): Promise<number> {
  const { status, body } = await manager.post('core/accounts', { globalFields: { name } })
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data.accountId
}

/** Reads until all records were notified of, and gives the id of the first event. */
async function readUntilTold(stream: Readable, recordIds: readonly number[]): Promise<number> {
  let told = ''
  for await (const chunk of stream) {
    told += String(chunk)
    if (recordIds.every((id) => told.includes(`"records":[${id}]`))) break
  }
  return Number(/^id: (\d+)$/m.exec(told)?.[1])
}

/** A feed of its own which has been notified of two changes, and the event after which one of them was missed. */
async function feedToCatchUp(): Promise<{ feed: ChangeFeed; lastEventId: number }> {
  const { modules, platform } = app.application
  const feed = createChangeFeedService(platform, { identity: modules.identity, users: modules.users })
  const stream = await feed.follow(manager.actor, manager.token)
  const accounts = [await newAccount('Read'), await newAccount('Missed')]
  return { feed, lastEventId: await readUntilTold(stream, accounts) }
}

const blocked = `from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
  and query like '/*change-feed.read*/%'`

/** Someone comes back, and is held up while what was missed is read. */
async function holdUp(
  feed: ChangeFeed,
  lastEventId: number,
  meanwhile: (following: Promise<Readable>) => Promise<void>,
): Promise<void> {
  // Not on the connection that blocks, which would see the activity of one moment for as long.
  const { owner } = app.application.platform.database
  await blocker.query('begin; lock table change_set in access exclusive mode')
  try {
    const following = feed.follow(manager.actor, manager.token, { lastId: lastEventId })
    const countBlocked = async () => (await owner.query(`select ${blocked}`)).rowCount
    await expect.poll(countBlocked, { timeout: 5000 }).toBe(1)
    await meanwhile(following)
  } finally {
    await blocker.query('rollback')
  }
}

it('keeps no stream of a reader who could not be told what was missed', async () => {
  const { feed, lastEventId } = await feedToCatchUp()
  await holdUp(feed, lastEventId, async (following) => {
    const refused = expect(following).rejects.toMatchObject({ code: '57014' })
    await app.application.platform.database.owner.query(`select pg_cancel_backend(pid) ${blocked}`)
    await refused
  })
  const open: Readable[] = []
  for (let place = 0; place < mostStreams; place += 1) {
    open.push(await feed.follow(manager.actor, manager.token))
  }
  expect(open).toHaveLength(mostStreams)
  feed.stop()
  for (const stream of open) stream.destroy()
})

it('ends for a reader who is being told what was missed while the process stops', async () => {
  const { feed, lastEventId } = await feedToCatchUp()
  let told: Promise<string> | undefined
  await holdUp(feed, lastEventId, async (following) => {
    feed.stop()
    told = following.then(text)
    await blocker.query('rollback')
  })
  expect(await told).toBe('retry: 2000\n\n')
})

it('announces notifications that came between the page and its stream', async () => {
  const { modules, platform } = app.application
  const feed = createChangeFeedService(platform, { identity: modules.identity, users: modules.users })
  const witness = await feed.follow(manager.actor, manager.token)
  const begun = performance.now()
  await feed.tellUsers(app.tenantId, [manager.actor.userId])
  for await (const chunk of witness) if (String(chunk).includes('event: notifications')) break
  const since = Math.ceil(performance.now() - begun)
  const streams = await Promise.all(
    [{ age: since + 1000 }, { age: 0 }, {}].map((position) =>
      feed.follow(manager.actor, manager.token, position),
    ),
  )
  const returning = await feed.follow(manager.actor, manager.token, { lastId: 1 })
  feed.stop()
  const told = await Promise.all([...streams, returning].map(text))
  expect(told.map((all) => all.includes('event: notifications'))).toEqual([true, false, false, true])
})

it('tells a reader without a position what changed since it loaded what it shows', async () => {
  const { feed } = await feedToCatchUp()
  const begun = performance.now()
  const witness = await feed.follow(manager.actor, manager.token)
  const account = await newAccount('Between the list and the stream')
  // Once this stream receives the change, the feed has it in memory.
  await readUntilTold(witness, [account])
  const late = await feed.follow(manager.actor, manager.token, {
    age: Math.ceil(performance.now() - begun),
  })
  expect(await readUntilTold(late, [account])).toBeGreaterThan(0)

  const earlier = await feed.follow(manager.actor, manager.token, { age: 10 * 60_000 })
  feed.stop()
  expect(await text(earlier)).toContain('event: reset')
})
