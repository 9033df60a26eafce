import { taskStatusId } from '@steward/contracts/plain/task'
import type { LevelId } from '@steward/contracts/level'
import { itemKinds, type ItemKind } from '@steward/contracts/timeline'
import { query, type Db } from '../../platform/db/database.ts'
import type { Reading } from './signal.read-model.ts'
import { readableSql, scopeSql, ownTaskScopeSql } from './today.policy.ts'

/** The accounts that a user owns, as `r`. */
function accountsSql({ actor, userId }: Reading): string {
  return `record_fenced r where r.tenant_id = $1 and r.level = 2 and r.owners @> '{${userId}}'::int[]
    and not r.archived and not r.churned and ${scopeSql(actor, 'r', 2)}`
}

export interface BookRow {
  accounts: number
  changedThisWeek: number
  openTasks: number
  value: { currencyDefinitionId: number; value: number }[]
  /** How many accounts of a stage have a score, in tenths of a point rounded down; null: none. */
  health: { stageId: number | null; score: number | null; count: number }[]
}

/** A user's accounts in figures. `amountKey` is the field of what an account is worth, `monday` begins the week. */
export async function readBook(
  db: Db,
  reading: Reading,
  amountKey: string | null,
  monday: string,
): Promise<BookRow> {
  const { actor, userId } = reading
  const amount = amountKey === null ? 'null::jsonb' : `r.custom->'${amountKey}'`
  const [row] = await query<BookRow>(
    db,
    `/*user:today.book*/ with book as materialized (
       select r.health, r.stage_id, r.updated_at, ${amount} as amount from ${accountsSql(reading)})
     select count(*)::int as accounts,
       (count(*) filter (where updated_at >= $2::timestamptz))::int as "changedThisWeek",
       (select count(*) from task_fenced t where t.tenant_id = $1 and t.assignee_id = ${userId}
         and t.status < ${taskStatusId('COMPLETED')} and ${ownTaskScopeSql(actor, 't')})::int as "openTasks",
       (select coalesce(json_agg(v), '[]') from (
          select (amount->>'currencyDefinitionId')::int as "currencyDefinitionId",
            sum((amount->>'value')::numeric)::float8 as value
          from book where amount is not null group by 1 order by 2 desc) v) as value,
       (select coalesce(json_agg(h), '[]') from (
          select stage_id as "stageId", health::float8 as score, count(*)::int as count from book group by 1, 2) h)
         as health
     from book`,
    [actor.tenantId, monday],
  )
  return row as BookRow
}

export interface NewsRow {
  itemId: number
  kind: ItemKind
  title: string
  text: string
  authorId: number | null
  occurredAt: Date
  level: LevelId
  recordId: number
  name: string
}

/** The most news of one account, so that a busy account leaves room for others. */
const mostOfAccount = 3
const mostNews = 12
const changeKind = itemKinds.indexOf('change') + 1

/** What others logged with a user's accounts since an instant, the newest first. */
export async function readNews(db: Db, reading: Reading, since: Date): Promise<NewsRow[]> {
  const { actor, userId } = reading
  const rows = await query<Omit<NewsRow, 'kind'> & { kind: number }>(
    db,
    `/*user:today.news*/ select i.item_id as "itemId", i.kind, i.title, left(i.words, 200) as text,
       i.author_id as "authorId", i.occurred_at as "occurredAt", n.level, n.record_id as "recordId", n.name
     from (select r.record_id, r.level, r.name from ${accountsSql(reading)}) n
     cross join lateral (
       select p.item_id from timeline_place p
       where p.tenant_id = $1 and p.record_id = n.record_id and p.occurred_at >= $2 and p.kind < ${changeKind}
         and p.author_id is distinct from ${userId}
       order by p.occurred_at desc, p.item_id desc limit ${mostOfAccount}) p
     join timeline_item i on i.tenant_id = $1 and i.item_id = p.item_id
     where i.occurred_at <= $3 and ${readableSql(actor, 'i', 'n.record_id')}
     order by i.occurred_at desc, i.item_id desc limit ${mostNews}`,
    [actor.tenantId, since, reading.now],
  )
  return rows.map((row) => ({ ...row, kind: itemKinds[row.kind - 1] as ItemKind }))
}
