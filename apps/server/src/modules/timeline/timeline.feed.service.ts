import {
  mostPinned,
  type ItemKind,
  type ItemRevision,
  type TimelineItem,
  type TimelinePage,
  type TimelineQuery,
} from '@steward/contracts/timeline'
import { type TimelineSearch, type timelineSearchQuery } from '@steward/contracts/timeline/search'
import type { z } from 'zod'
import type { LevelId } from '@steward/contracts/level'
import type { Actor } from '../../platform/actor.ts'
import type { Db } from '../../platform/db/database.ts'
import { isoOf } from '../../platform/db/instant.reader.ts'
import { invalid, notFound } from '../../platform/errors.ts'
import { isScoped } from '../record/index.ts'
import type { UserService } from '../user-management/index.ts'
import { isReadable } from './timeline.hold.read-model.ts'
import { readableSql } from './timeline.policy.ts'
import { personOf, shownRecord, type Presenting } from './timeline.present.ts'
import {
  countKind,
  findKept,
  listRevisions,
  readFeed,
  readItems,
  seesRecord,
  type FeedRequest,
} from './timeline.read-model.ts'
import {
  excerptOf,
  kindId,
  kindOf,
  prefixQuery,
  readCursor,
  readInstant,
  writeCursor,
  type Place,
  unknownItem,
} from './timeline.rules.ts'
import { searchItems } from './timeline.search.read-model.ts'

function instantOf(field: 'from' | 'until', text: string | undefined): Date | undefined {
  if (text === undefined) return undefined
  const at = readInstant(text)
  if (at) return at
  throw invalid('timeline.instant', {
    [field]: 'Enter an instant like 2026-03-14T09:26:53Z.',
  })
}

/** Where the page begins that a cursor names. Throws `invalid_input` for one that no page has given. */
function placeOf(cursor: string | undefined): Place | undefined {
  if (cursor === undefined) return undefined
  const place = readCursor(cursor)
  if (place) return place
  throw invalid('timeline.cursor', {
    cursor: 'Use `nextCursor` of the previous page, or leave it out.',
  })
}

const flags = ['bookmarked', 'pinned', 'unread', 'withFiles', 'ownOnly'] as const

/** A query as it is asked of the database; null where nothing can match. */
function requestOf(query: TimelineQuery): FeedRequest | null {
  const words = query.query ? prefixQuery(query.query) : undefined
  if (words === null) return null
  const [from, until, after] = [
    instantOf('from', query.from),
    instantOf('until', query.until),
    placeOf(query.cursor),
  ]
  return {
    level: query.level,
    recordId: query.parentIdentifier,
    ...(query.kinds?.length ? { kinds: query.kinds.map(kindId) } : {}),
    ...(query.authors?.length ? { authors: query.authors } : {}),
    ...(from && { from }),
    ...(until && { until }),
    ...(words === undefined ? {} : { words }),
    ...(after && { after }),
    ...Object.fromEntries(flags.filter((flag) => query[flag]).map((flag) => [flag, true])),
  }
}

/** What is asked of the page beyond its record. */
const filters = new Set<string>(['level', 'recordId'])
const isFiltered = (request: FeedRequest): boolean => Object.keys(request).some((key) => !filters.has(key))

/** One kind of a record's page, page by page. */
interface KindQuery {
  level: LevelId
  parentIdentifier: number
  page: number
  pageSize: number
}

/** Reading the timeline. */
export function createFeedService(
  dbOf: (tenantId: number) => Db,
  users: Pick<UserService, 'directory'>,
  present: Presenting,
) {
  async function checkRecord(actor: Actor, level: LevelId, recordId: number): Promise<void> {
    if (await seesRecord(dbOf(actor.tenantId), actor, level, recordId)) return
    throw notFound('record.unknown', "This record does not exist, or you can't see it.")
  }

  /**
   * A page of what happened with a record and with all below it, newest first. The first page without filters
   * has what is pinned and bookmarked as well, beside its own items. Throws `not_found` for a record that
   * the actor does not see.
   */
  async function list(actor: Actor, query: TimelineQuery): Promise<TimelinePage> {
    const request = requestOf(query)
    const limit = query.pageSize + 1
    const first = request && !isFiltered(request) ? mostPinned : 0
    const rows = request
      ? await readFeed(dbOf(actor.tenantId), actor, request, { limit, first }, !isScoped(actor))
      : []
    if (rows.length === 0) await checkRecord(actor, query.level, query.parentIdentifier)
    const found = rows.filter((row) => row.part === 2)
    const shown = found.slice(0, query.pageSize)
    const before = rows.filter((row) => row.part < 2).slice(0, mostPinned)
    const items = await present(actor, [...before, ...shown], query.parentIdentifier)
    const last = found.length > shown.length ? shown.at(-1) : undefined
    return {
      data: items.slice(before.length),
      first: items.slice(0, before.length),
      nextCursor: last ? writeCursor({ micros: last.micros, itemId: last.item_id }) : null,
    }
  }

  /** Items of one kind of a record's page, with how many there are. Throws as `list`. */
  async function page(
    actor: Actor,
    kind: ItemKind,
    { level, parentIdentifier: recordId, page: nth, pageSize }: KindQuery,
  ): Promise<{ data: TimelineItem[]; totalItemCount: number }> {
    await checkRecord(actor, level, recordId)
    const db = dbOf(actor.tenantId)
    const request: FeedRequest = { level, recordId, kinds: [kindId(kind)] }
    const [rows, totalItemCount] = await Promise.all([
      readFeed(db, actor, request, { limit: pageSize, offset: (nth - 1) * pageSize }, !isScoped(actor)),
      countKind(db, actor, recordId, kindId(kind)),
    ])
    return { data: await present(actor, rows, recordId), totalItemCount }
  }

  /** One item. Throws `not_found` where there is none of the kind that the actor may read, and for a deleted one. */
  async function read(actor: Actor, itemId: number, kind?: ItemKind): Promise<TimelineItem> {
    const [item] = await present(actor, await readItems(dbOf(actor.tenantId), actor, [itemId]), null)
    if (!item || (kind && item.kind !== kind)) throw unknownItem(kind)
    return item
  }

  /** Those of some items that the actor may read; deleted ones as they were. */
  async function readAll(actor: Actor, itemIds: readonly number[]): Promise<TimelineItem[]> {
    return present(actor, await readItems(dbOf(actor.tenantId), actor, itemIds, true), null)
  }

  /**
   * What is kept of an item beside what the actor sees of it, for its kind's own module: a change leaves what is
   * out of sight as it is. Throws as `read`.
   */
  async function readKept(actor: Actor, itemId: number, kind: ItemKind) {
    // One after the other: of an item out of sight nothing more is asked than of none.
    const item = await read(actor, itemId, kind)
    const kept = await findKept(dbOf(actor.tenantId), actor.tenantId, itemId)
    if (!kept) throw unknownItem(kind)
    return { item, kept }
  }

  /** The last 200 acts on an item, the latest first; of a deleted one as well. Throws `not_found`. */
  async function revisions(actor: Actor, itemId: number): Promise<ItemRevision[]> {
    const db = dbOf(actor.tenantId)
    if (!(await isReadable(db, actor.tenantId, itemId, readableSql(actor, 'i')))) throw unknownItem()
    const [rows, directory] = await Promise.all([
      listRevisions(db, actor.tenantId, itemId),
      users.directory(actor.tenantId),
    ])
    return rows.map(({ version, act, at, actor_id: by, before: { words, ...before } }) => ({
      version,
      act,
      at: at.toISOString(),
      by: personOf(directory, by),
      before: { ...before, ...(typeof words === 'string' && { text: words }) } as ItemRevision['before'],
    }))
  }

  /** A page of items that hold all words of a query, newest first, of those that the actor may read. */
  async function search(
    actor: Actor,
    { query, kinds, cursor, pageSize }: z.output<typeof timelineSearchQuery>,
  ): Promise<TimelineSearch> {
    const after = placeOf(cursor)
    const words = prefixQuery(query)
    if (words === null) return { data: [], nextCursor: null }
    const request = {
      words,
      ...(kinds?.length ? { kinds: kinds.map(kindId) } : {}),
      ...(after && { after }),
      limit: pageSize + 1,
    }
    const [rows, directory] = await Promise.all([
      searchItems(dbOf(actor.tenantId), actor, request),
      users.directory(actor.tenantId),
    ])
    const shown = rows.slice(0, pageSize)
    const last = rows.length > shown.length ? shown.at(-1) : undefined
    return {
      data: shown.map((row) => ({
        itemId: row.item_id,
        kind: kindOf(row.kind),
        record: shownRecord(row),
        occurredAt: isoOf(row.occurred_at),
        author: personOf(directory, row.author_id),
        title: row.title,
        excerpt: excerptOf(row.words || row.title, query),
      })),
      nextCursor: last ? writeCursor({ micros: last.micros, itemId: last.item_id }) : null,
    }
  }

  return { list, page, read, readAll, readKept, revisions, search }
}
