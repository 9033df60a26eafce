import type { TimelineItem, TimelinePage } from '@steward/contracts/timeline'
import { levelOf, type LevelPlural } from '@steward/contracts/level'
import { plainTextOf } from '@steward/rich-text'
import type { Client, TestApp } from '../../../test/harness.ts'
import { query, transact } from '../../platform/db/database.ts'
import type { NewItem } from './index.ts'

export type Given = Partial<NewItem> & { on: [LevelPlural, number] }

const newItem = (client: Client, { on: [plural, recordId], ...given }: Given): NewItem => ({
  kind: 'note',
  recordId,
  level: levelOf(plural).id,
  occurredAt: new Date('2026-03-01T12:00:00Z'),
  authorId: client.actor.userId,
  title: '',
  body: null,
  words: plainTextOf(given.body ?? ''),
  details: {},
  source: 'app',
  ...given,
})

/** Puts items on the timeline as a module does; answers their ids. */
export async function log(app: TestApp, client: Client, ...items: Given[]): Promise<number[]> {
  const { platform, modules } = app.application
  const db = platform.database.tenant(client.actor.tenantId)
  return transact(db, (tx) =>
    modules.timeline.put(
      tx,
      client.actor,
      items.map((item) => newItem(client, item)),
    ),
  )
}

/** Puts one item on the timeline. */
export async function logOne(app: TestApp, client: Client, item: Given): Promise<number> {
  const [itemId] = await log(app, client, item)
  return itemId as number
}

/** A page of a record's timeline. */
export async function feed(
  client: Client,
  plural: LevelPlural,
  id: number,
  more: Record<string, string | number> = {},
): Promise<TimelinePage> {
  const entries = Object.entries(more).map(([key, value]) => [key, String(value)] as [string, string])
  const search = new URLSearchParams([['level', plural], ['parentIdentifier', String(id)], ...entries])
  const { status, body } = await client.get(`core/timeline?${search}`)
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
  return body
}

export const titlesOf = ({ data }: { data: readonly { title: string }[] }): string[] =>
  data.map(({ title }) => title)

/** The titles on a record's page, newest first. */
export async function titles(
  client: Client,
  plural: LevelPlural,
  id: number,
  more: Record<string, string | number> = {},
): Promise<string[]> {
  return titlesOf(await feed(client, plural, id, more))
}

/** A document that names users. */
export function mentioning(...userIds: number[]): string {
  const content = userIds.map((id) => ({ type: 'mention', attrs: { kind: 'user', id, label: 'Somebody' } }))
  return JSON.stringify({ type: 'doc', plainText: '@Somebody', content: [{ type: 'paragraph', content }] })
}

export interface Told {
  type: string
  payload: Record<string, unknown>
}

/** The events that wait for delivery, of types that begin so. Meant for applications without a worker. */
export async function waitingEvents(app: TestApp, beginning: string): Promise<Told[]> {
  const db = app.application.platform.database.tenant(app.tenantId)
  return query<Told>(
    db,
    `select type, payload from event where tenant_id = $1 and type like $2 || '%' order by event_id`,
    [app.tenantId, beginning],
  )
}

export async function until<T>(read: () => Promise<T>, fits: (read: T) => boolean): Promise<T> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const found = await read()
    if (fits(found)) return found
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('It did not come so far in ten seconds')
}

export const changesOf = (items: readonly TimelineItem[]) =>
  items.flatMap((item) => (item.kind === 'change' ? [item.details.changes] : []))
