import { taskStatusId } from '@steward/contracts/plain/task'
import type { LevelId } from '@steward/contracts/level'
import { itemKinds, type ItemKind } from '@steward/contracts/timeline'
import { query, type Db } from '../../platform/db/database.ts'
import type { Reading } from './signal.read-model.ts'
import { ownTaskScopeSql, readableSql, scopeSql } from './today.policy.ts'

/** The accounts that a user owns, as `r`. */
function accountsSql({ actor, userId }: Reading): string {
  return `record_fenced r where r.tenant_id = $1 and r.level = 2 and r.owners @> '{${userId}}'::int[]
    and not r.archived and not r.churned and ${scopeSql(actor, 'r', 2)}`
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

export interface BookRow {
  accounts: number
  changedThisWeek: number
  openTasks: number
  value: { currencyDefinitionId: number; value: number }[]
  /** How many accounts of a stage have a score, in tenths of a point rounded down; null: none. */
  health: { stageId: number | null; score: number | null; count: number }[]
  /** What others logged with the accounts, the newest first. */
  news: NewsRow[]
}

/** The most news of one account, so that a busy account leaves room for others. */
const mostOfAccount = 3
const mostNews = 12
const changeKind = itemKinds.indexOf('change') + 1

/**
 * What others logged with the accounts of `book` from $3 to $4. Where the company logged fewer items than a quarter of the
 * accounts, these items are looked up by their time, else the latest of each account: the first is the usual case of
 * a large book, the second that of a small one.
 */
function newsSql({ actor, userId }: Reading): string {
  const [areFew, areMany] = ['<=', '>'].map(
    (compares) => `(select count(*) from fresh) ${compares} (select count(*) / 4 from book)`,
  )
  const isOther = `p.kind < ${changeKind} and p.author_id is distinct from ${userId}`
  return `fresh as materialized (
      select i.item_id from timeline_item i
      where i.tenant_id = $1 and i.kind < 6 and i.deleted_at is null and i.occurred_at >= $3 and i.occurred_at <= $4
      order by i.occurred_at desc, i.item_id desc limit (select count(*) / 4 + 1 from book)),
    latest as (
      select l.record_id, l.item_id from (
        select p.record_id, p.item_id,
          row_number() over (partition by p.record_id order by p.occurred_at desc, p.item_id desc) as nth
        from fresh f join timeline_place p on p.tenant_id = $1 and p.item_id = f.item_id
        where ${areFew} and ${isOther}) l
      where l.nth <= ${mostOfAccount}
      union all
      select b.record_id, p.item_id from book b
      cross join lateral (
        select p.item_id from timeline_place p
        where p.tenant_id = $1 and p.record_id = b.record_id and p.occurred_at >= $3 and ${isOther}
        order by p.occurred_at desc, p.item_id desc limit ${mostOfAccount}) p
      where ${areMany}),
    news as (
      select i.item_id as "itemId", i.kind, i.title, left(i.words, 200) as text, i.author_id as "authorId",
        i.occurred_at as "occurredAt", 2 as level, b.record_id as "recordId", b.name
      from latest l
      join book b on b.record_id = l.record_id
      join timeline_item i on i.tenant_id = $1 and i.item_id = l.item_id
      where i.occurred_at <= $4 and ${readableSql(actor, 'i', 'b.record_id')}
      order by i.occurred_at desc, i.item_id desc limit ${mostNews})`
}

type StoredNews = Omit<NewsRow, 'kind' | 'occurredAt'> & { kind: number; occurredAt: string }

/**
 * A user's accounts in figures, and what others logged with them since an instant; one statement, so that the accounts are
 * read once. `amountKey` is the field of what an account is worth, `monday` begins the week.
 */
export async function readBook(
  db: Db,
  reading: Reading,
  { amountKey, monday, since }: { amountKey: string | null; monday: string; since: Date },
): Promise<BookRow> {
  const { actor, userId, now } = reading
  const amount = amountKey === null ? 'null::jsonb' : `r.custom->'${amountKey}'`
  const [row] = await query<Omit<BookRow, 'news'> & { news: StoredNews[] }>(
    db,
    `/*user:today.book*/ with book as materialized (
       select r.record_id, r.name, r.health, r.stage_id, r.updated_at, ${amount} as amount from ${accountsSql(reading)}),
     ${newsSql(reading)}
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
         as health,
       (select coalesce(json_agg(n), '[]') from news n) as news
     from book`,
    [actor.tenantId, monday, since, now],
  )
  const { news, ...figures } = row as Omit<BookRow, 'news'> & { news: StoredNews[] }
  return {
    ...figures,
    news: news.map((item) => ({
      ...item,
      kind: itemKinds[item.kind - 1] as ItemKind,
      occurredAt: new Date(item.occurredAt),
    })),
  }
}
