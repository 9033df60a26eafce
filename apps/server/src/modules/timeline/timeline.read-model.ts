import type { LevelId } from '@steward/contracts/level'
import type { LinkedRecord } from '@steward/contracts/timeline'
import type { Actor } from '../../platform/actor.ts'
import { query, type Db, type Tx } from '../../platform/db/database.ts'
import { readableSql, recordSql } from './timeline.policy.ts'
import type { Place, Placed } from './timeline.rules.ts'
import { areFew, areMany, rareSql, wordsSql } from './timeline.sql.ts'

/** An item as it is shown. Instants are as PostgreSQL writes them, in UTC. */
export interface ItemRow {
  /** Of a page: 0 pinned, 1 bookmarked, 2 the page itself. */
  part: number
  item_id: number
  kind: number
  audience: number
  level: LevelId
  version: number
  comment_count: number
  author_id: number | null
  record_id: number
  /** null where the reader does not see the record. */
  record_name: string | null
  change_set_id: number | null
  occurred_at: string
  micros: number
  created_at: string
  updated_at: string | null
  pinned: boolean
  /** null where the item is read on its own. */
  via_id: number | null
  linked: LinkedRecord[] | null
  file_ids: number[]
  source: string
  title: string
  body: string | null
  details: Record<string, unknown>
  bookmarked: boolean
  unread: boolean
}

const asking = { tenant: '$1', user: '$2' }

/** What an item is shown with, of its records those that the reader sees; $1 is the tenant, $2 the reader. */
const shownColumns = (
  actor: Actor,
): string => `i.item_id, i.kind, i.audience, i.level, i.version, i.comment_count, i.author_id, i.record_id,
  case when ${recordSql(actor, 'h', asking)} then h.name end as record_name, i.change_set_id, i.occurred_at::text, (extract(epoch from i.occurred_at) * 1000000)::int8 as micros,
  i.created_at::text, i.updated_at::text, i.pinned_at is not null as pinned,
  case when i.linked_ids <> '{}' then (
    select json_agg(json_build_object('level', l.level, 'id', l.record_id, 'name', l.name) order by l.level, l.name)
    from record_fenced l where l.tenant_id = $1 and l.record_id = any(i.linked_ids) and ${recordSql(actor, 'l', asking)}) end as linked,
  i.file_ids, i.source, i.title, i.body, i.details,
  exists (select from timeline_bookmark b where b.tenant_id = $1 and b.user_id = $2 and b.item_id = i.item_id) as bookmarked,
  exists (select from timeline_unread u where u.tenant_id = $1 and u.user_id = $2 and u.item_id = i.item_id) as unread`

/** Which items of a record's page are asked for. */
export interface FeedRequest {
  level: LevelId
  recordId: number
  kinds?: readonly number[]
  authors?: readonly number[]
  from?: Date
  until?: Date
  /** A tsquery. */
  words?: string
  bookmarked?: boolean
  pinned?: boolean
  unread?: boolean
  withFiles?: boolean
  ownOnly?: boolean
  after?: Place
}

const marked = (table: string): string =>
  `exists (select from ${table} m where m.tenant_id = $1 and m.user_id = $2 and m.item_id = p.item_id)`

/** What is asked of a place by a mark: whether it is asked for. */
const marks = {
  bookmarked: marked('timeline_bookmark'),
  unread: marked('timeline_unread'),
  pinned: 'p.pinned',
  withFiles: 'p.has_files',
  ownOnly: 'p.via_id = p.record_id',
} as const
const markNames = Object.keys(marks) as (keyof typeof marks)[]

/** Conditions on the place `p`, and on its item `i`. */
function filterSql(actor: Actor, request: FeedRequest, param: (value: unknown) => string) {
  const { kinds, authors, from, until, after } = request
  const places = [
    'p.tenant_id = $1 and p.record_id = $3',
    kinds &&
      (kinds.length === 1 ? `p.kind = ${Number(kinds[0])}` : `p.kind = any(${param(kinds)}::smallint[])`),
    authors && `p.author_id = any(${param(authors)}::int[])`,
    from && `p.occurred_at >= ${param(from)}::timestamptz`,
    until && `p.occurred_at < ${param(until)}::timestamptz`,
    ...markNames.filter((name) => request[name]).map((name) => marks[name]),
    after &&
      `(p.occurred_at, p.item_id) < ('epoch'::timestamptz + ${param(after.micros)}::int8 * interval '1 microsecond', ${param(after.itemId)}::int8)`,
  ]
  return {
    places: places.filter(Boolean).join(' and '),
    readable: readableSql(actor, 'i', '$3', asking),
  }
}

const newestFirst = 'p.occurred_at desc, p.item_id desc'
const itemOfPlace = 'join timeline_item i on i.tenant_id = $1 and i.item_id = p.item_id'

/** What is taken along from an item, so that it is read once. */
const carried = `i.item_id, i.kind, i.audience, i.level, i.version, i.comment_count, i.author_id, i.record_id,
  i.change_set_id, i.occurred_at, i.created_at, i.updated_at, i.pinned_at, i.linked_ids, i.file_ids, i.participants,
  i.source, i.title, i.body, i.details`

const partColumns = (nth: number) => `${nth} as part, p.via_id, ${carried}`

type Filter = ReturnType<typeof filterSql>

function part(nth: number, { places, readable }: Filter, window: string, more = ''): string {
  return `select ${partColumns(nth)} from timeline_place p ${itemOfPlace} ${more}
    where ${places} and ${readable} order by ${newestFirst} ${window}`
}

/** The same anyone who may read the items: a walk along places alone, and so for every page the same plan. */
function wholePart(nth: number, { places }: Filter, window: string, more = ''): string {
  return `select ${partColumns(nth)} from (select p.item_id, p.via_id from timeline_place p ${more}
    where ${places} order by ${newestFirst} ${window}) p ${itemOfPlace}`
}

/** The page of those that hold words: found by the words where few do, else along the places. */
function wordsPart({ places, readable }: Filter, words: string, window: string): string {
  return `(select ${partColumns(2)} from rare join timeline_place p on p.item_id = rare.item_id ${itemOfPlace}
      where ${areFew} and ${places} and ${readable} order by ${newestFirst} ${window})
    union all
    (select ${partColumns(2)} from (select p.* from timeline_place p where ${places} order by ${newestFirst} offset 0) p
      cross join lateral (select i.* from timeline_item i where i.tenant_id = $1 and i.item_id = p.item_id offset 0) i
      where ${areMany} and p.kind <> 6 and i.search @@ ${words} and ${readable} order by ${newestFirst} ${window})`
}

/** How much of a page is asked for: with `first`, so many pinned and so many bookmarked items before it. */
interface Window {
  limit: number
  first?: number
  offset?: number
}

/** The items of a page and by which records they are there. */
function foundSql(
  filter: Filter,
  { limit, first = 0, offset = 0 }: Window,
  partSql: typeof part = part,
): string {
  const parts = [partSql(2, filter, `limit ${limit} offset ${offset}`)]
  if (first > 0) {
    const own = 'join timeline_bookmark m on m.tenant_id = $1 and m.user_id = $2 and m.item_id = p.item_id'
    const of = (more: string): Filter => ({ ...filter, places: `${filter.places} and ${more}` })
    parts.push(
      partSql(0, of('p.pinned'), `limit ${first}`),
      partSql(1, of('not p.pinned'), `limit ${first}`, own),
    )
  }
  return parts.map((one) => `(${one})`).join(' union all ')
}

const shownSql = (actor: Actor, found: string, more = ''): string =>
  `select i.part, i.via_id, ${shownColumns(actor)}${more}
     from (${found}) i join record_fenced h on h.tenant_id = $1 and h.record_id = i.record_id
     where exists (select from record_fenced r
       where r.tenant_id = $1 and r.record_id = $3 and r.level = $4 and ${recordSql(actor, 'r', asking)})
     order by i.part, i.occurred_at desc, i.item_id desc`

/**
 * Items of a record's page, newest first. Nothing where the actor does not see the record. `seesAll` is whether
 * the actor sees all records.
 */
export async function readFeed(
  db: Db,
  actor: Actor,
  request: FeedRequest,
  window: Window,
  seesAll = false,
): Promise<ItemRow[]> {
  const values: unknown[] = [actor.tenantId, actor.userId, request.recordId, request.level]
  const filter = filterSql(actor, request, (value) => `$${values.push(value)}`)
  if (request.words !== undefined) {
    const words = wordsSql(request.words)
    const { limit, offset = 0 } = window
    const found = wordsPart(filter, words, `limit ${limit} offset ${offset}`)
    return query<ItemRow>(db, `with ${rareSql(words)} ${shownSql(actor, found)}`, values)
  }
  // Few items are not for everyone. Only where the page has one, they are looked for while it is walked.
  if (seesAll) {
    const found = foundSql(filter, window, wholePart)
    const text = shownSql(actor, found, `, ${filter.readable} as readable`)
    const rows = await query<ItemRow & { readable: boolean }>(db, `/*timeline.page*/ ${text}`, values)
    if (rows.every(({ readable }) => readable)) return rows
  }
  return query<ItemRow>(db, `/*timeline.feed*/ ${shownSql(actor, foundSql(filter, window))}`, values)
}

/** How many items of one kind are on a record's page. */
export async function countKind(db: Db, actor: Actor, recordId: number, kind: number): Promise<number> {
  const [row] = await query<{ n: number }>(
    db,
    `/*timeline.count*/ select count(*) as n from timeline_place p ${itemOfPlace}
     where p.tenant_id = $1 and p.record_id = $3 and p.kind = ${Number(kind)} and ${readableSql(actor, 'i', '$3', asking)}`,
    [actor.tenantId, actor.userId, recordId],
  )
  return row?.n ?? 0
}

/** Whether the actor sees a record of a level. */
export async function seesRecord(
  db: Db | Tx,
  actor: Actor,
  level: LevelId,
  recordId: number,
): Promise<boolean> {
  const rows = await query(
    db,
    `select from record_fenced r where r.tenant_id = $1 and r.record_id = $2 and r.level = $3 and ${recordSql(actor, 'r')}`,
    [actor.tenantId, recordId, level],
  )
  return rows.length > 0
}

/** Items by their ids, as far as the actor may read them; deleted ones only `withDeleted`. */
export async function readItems(
  db: Db | Tx,
  actor: Actor,
  itemIds: readonly number[],
  withDeleted = false,
): Promise<ItemRow[]> {
  return query<ItemRow>(
    db,
    `/*timeline.items*/ select 2 as part, null::bigint as via_id, ${shownColumns(actor)}
     from timeline_item i join record_fenced h on h.tenant_id = $1 and h.record_id = i.record_id
     where i.tenant_id = $1 and i.item_id = any($3::bigint[]) and ${withDeleted ? '' : 'i.deleted_at is null and '}${readableSql(actor, 'i', undefined, asking)}`,
    [actor.tenantId, actor.userId, itemIds],
  )
}

/** The records on whose pages items are, as far as the actor may read the items; their own record first. */
export async function readPlaces(
  db: Db | Tx,
  actor: Actor,
  itemIds: readonly number[],
): Promise<Map<number, number[]>> {
  if (itemIds.length === 0) return new Map()
  const rows = await query<{ itemId: number; recordIds: number[] }>(
    db,
    `/*timeline.places*/ select i.item_id as "itemId", to_json(i.record_id || i.linked_ids) as "recordIds"
     from timeline_item i
     where i.tenant_id = $1 and i.item_id = any($3::bigint[]) and i.deleted_at is null
       and ${readableSql(actor, 'i', undefined, asking)}`,
    [actor.tenantId, actor.userId, itemIds],
  )
  return new Map(rows.map(({ itemId, recordIds }) => [itemId, recordIds]))
}

/** What is kept of an item, anyone who sees it. */
export interface KeptItem {
  record: Placed
  linked: Placed[]
  details: Record<string, unknown>
}

/** What is kept of an item that is there; records that are gone are left out of its links. */
export async function findKept(db: Db, tenantId: number, itemId: number): Promise<KeptItem | undefined> {
  const [kept] = await query<KeptItem>(
    db,
    `/*timeline.kept*/ select json_build_object('level', i.level, 'id', i.record_id) as record, i.details,
       (select coalesce(json_agg(json_build_object('level', l.level, 'id', l.record_id)), '[]') from record l
        where l.tenant_id = $1 and l.record_id = any(i.linked_ids)) as linked
     from timeline_item i where i.tenant_id = $1 and i.item_id = $2`,
    [tenantId, itemId],
  )
  return kept
}

export interface RevisionRow {
  version: number
  act: 'edit' | 'delete' | 'restore'
  at: Date
  actor_id: number | null
  before: Record<string, unknown>
}

/** What was done to an item, the latest first. */
export async function listRevisions(db: Db, tenantId: number, itemId: number): Promise<RevisionRow[]> {
  return query<RevisionRow>(
    db,
    `select version, act, at, actor_id, before from timeline_revision
     where tenant_id = $1 and item_id = $2 order by version desc limit 200`,
    [tenantId, itemId],
  )
}
