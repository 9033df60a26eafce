import type { LevelId } from '@steward/contracts/level'
import type { Actor } from '../../platform/actor.ts'
import { query, type Db } from '../../platform/db/database.ts'
import { ownItemsSql, readableSql, recordSql } from './timeline.policy.ts'
import type { Place } from './timeline.rules.ts'
import { areFew, areMany, rareSql, wordsSql } from './timeline.sql.ts'

export interface FoundRow {
  item_id: number
  kind: number
  level: LevelId
  record_id: number
  /** null where the actor does not see the record. */
  record_name: string | null
  occurred_at: string
  micros: number
  author_id: number | null
  title: string
  words: string
}

export interface SearchRequest {
  /** A tsquery. */
  words: string
  kinds?: readonly number[]
  after?: Place
  limit: number
}

/** Characters of an item's words among which an excerpt is looked for. */
const excerptWords = 20_000

const columns = 'i.item_id, i.kind, i.level, i.record_id, i.occurred_at, i.author_id, i.title, i.words'
const newestFirst = (of: string) => `${of}.occurred_at desc, ${of}.item_id desc`

/**
 * Where an actor sees all, PostgreSQL knows of common words that many items hold them, and takes these from
 * the newest back, and others by the index of words.
 */
const allSql = (matches: string, rest: string): string =>
  `with found as (select ${columns} from timeline_item_fenced i
    where i.tenant_id = $1 and i.kind <> 6 and i.deleted_at is null and ${matches} and ${rest}
    order by ${newestFirst('i')} limit $2)`

/** Who sees only their own records may see none of the newest: common words are looked for in their items alone. */
const ownSql = (own: string, words: string, matches: string, rest: string): string =>
  `with ${rareSql(words)}, found as (
    (select ${columns} from rare join timeline_item i on i.tenant_id = $1 and i.item_id = rare.item_id
      where ${areFew} and ${rest} order by ${newestFirst('i')} limit $2)
    union all
    (select ${columns} from (${own} order by ${newestFirst('p')} offset 0) o
      cross join lateral (select i.* from timeline_item i where i.tenant_id = $1 and i.item_id = o.item_id offset 0) i
      where ${areMany} and ${matches} and ${rest} order by ${newestFirst('o')} limit $2))`

/** Items that hold all words, newest first, as far as the actor may read them. */
export async function searchItems(db: Db, actor: Actor, request: SearchRequest): Promise<FoundRow[]> {
  const { kinds, after, limit } = request
  const values: unknown[] = [actor.tenantId, limit]
  const param = (value: unknown) => `$${values.push(value)}`
  const words = wordsSql(request.words)
  const matches = `i.search @@ ${words}`
  const rest = [
    readableSql(actor, 'i'),
    kinds && `i.kind = any(${param(kinds)}::smallint[])`,
    after &&
      `(i.occurred_at, i.item_id) < ('epoch'::timestamptz + ${param(after.micros)}::int8 * interval '1 microsecond', ${param(after.itemId)}::int8)`,
  ]
    .filter(Boolean)
    .join(' and ')
  const own = ownItemsSql(actor)
  return query<FoundRow>(
    db,
    `${own ? ownSql(own, words, matches, rest) : allSql(matches, rest)}
     select f.item_id, f.kind, f.level, f.record_id, case when ${recordSql(actor, 'h')} then h.name end as record_name, f.occurred_at::text,
       (extract(epoch from f.occurred_at) * 1000000)::int8 as micros, f.author_id, f.title, left(f.words, ${excerptWords}) as words
     from found f join record_fenced h on h.tenant_id = $1 and h.record_id = f.record_id
     order by f.occurred_at desc, f.item_id desc`,
    values,
  )
}
