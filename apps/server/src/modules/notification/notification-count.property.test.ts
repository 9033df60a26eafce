import { notificationCategories, type NotificationCategory } from '@steward/contracts/plain/notification'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { transact } from '../../platform/db/database.ts'
import { good } from '../record/record.fixture.ts'
import { drawer, unseen } from './notification.fixture.ts'
import type { Notice } from './index.ts'

const operations = 10_000
const perTransaction = 25

let app: TestApp
let readers: Client[]

beforeAll(async () => {
  app = await startTestApp()
  readers = [await app.newUser('manager'), await app.newUser('viewer'), await app.newUser('administrator')]
  const { registerKind, registerSubject } = app.application.modules.notifications
  registerSubject('thing', async (_db, _actor, asked) =>
    asked.map(({ subjectId }) => ({ name: `Thing ${subjectId}`, level: null, recordId: null })),
  )
  for (const category of notificationCategories) {
    registerKind({ name: `thing.${category}`, category, preference: null, text: ({ name }) => name })
  }
})
afterAll(() => app.stop())

/** The same numbers in every run. */
function seeded(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

interface Recount {
  category: NotificationCategory
  kept: number
  counted: number
}

/** The stored counts, and those of the rows. */
async function recount(reader: Client): Promise<Recount[]> {
  const { rows } = await app.application.platform.database.owner.query<Recount>(
    `select u.category, u.n as kept, (select count(*)::int from notification n
       where n.tenant_id = u.tenant_id and n.recipient = u.recipient and n.category = u.category
         and not n.seen and n.epoch = u.epoch) as counted
     from notification_unseen u where u.tenant_id = $1 and u.recipient = $2`,
    [app.tenantId, reader.actor.userId],
  )
  return rows
}

it('keeps counts that are the sum of the rows, after 10,000 random additions, marks and failures', async () => {
  const random = seeded(20_261_125)
  const pick = <T>(values: readonly T[]): T => values[random(values.length)] as T
  const noticeOf = (reader: Client): Notice => ({
    recipient: reader.actor.userId,
    kind: `thing.${pick(notificationCategories)}`,
    subject: { kind: 'thing', id: 1 + random(300) },
    actor: null,
    at: new Date(),
  })
  const db = app.application.platform.database.tenant(app.tenantId)
  const { notify } = app.application.modules.notifications

  async function add(): Promise<void> {
    const notices = Array.from({ length: perTransaction }, () => noticeOf(pick(readers)))
    const isLost = random(8) === 0
    const adding = transact(db, async (tx) => {
      await notify(tx, app.tenantId, notices)
      if (isLost) throw new Error('The process was killed')
    })
    if (isLost) await expect(adding).rejects.toThrow('killed')
    else await adding
  }

  async function mark(): Promise<void> {
    const reader = pick(readers)
    if (random(4) === 0) {
      const category = pick([...notificationCategories, 'all'])
      good(await reader.patch(`notification/notification/all?category=${category}`))
      return
    }
    const { notifications } = await drawer(reader, random(2) === 0 ? '&unseenOnly=true' : '')
    const one = notifications[random(notifications.length || 1)]
    if (one) good(await reader.patch(`notification/notification/${one.id}`))
  }

  for (let done = 0; done < operations; done += 2 * perTransaction + 2) {
    await Promise.all([add(), add(), mark(), mark()])
  }
  for (const reader of readers) {
    const counts = await recount(reader)
    expect(counts.map(({ category, counted }) => [category, counted])).toEqual(
      counts.map(({ category, kept }) => [category, kept]),
    )
    const { all, ...parts } = await unseen(reader)
    expect(all).toBe(Object.values(parts).reduce((sum, n) => sum + n, 0))
    expect(all).toBe(counts.reduce((sum, { counted }) => sum + counted, 0))
    const listed = new Set<number>()
    for (let lastId: number | null = null; ;) {
      const page = await drawer(reader, `&unseenOnly=true${lastId === null ? '' : `&lastId=${lastId}`}`)
      for (const { id } of page.notifications) listed.add(id)
      if (!page.hasMore) break
      lastId = page.lastId
    }
    expect(listed.size).toBe(all)
  }
})
