import type { LevelId } from '@steward/contracts/level'
import type { Actor } from '../../platform/actor.ts'
import { query, type Db, type Tx } from '../../platform/db/database.ts'
import type { Param, Values } from '../record/index.ts'
import { changeableSql, differsSql, updateSql, type UpdateScope } from './bulk-update.sql.ts'

export interface UpdateRecord {
  recordId: number
  name: string
}

export interface UpdateCounts {
  /** Records that the actor may change. */
  seen: number
  change: number
  /** How many are refused, by the place of the key that refuses them. */
  refused: { at: number; n: number }[]
}

/** Counts the effect of a bulk update on the records that the SQL selects. */
export async function countBulkUpdate(
  db: Db | Tx,
  scope: UpdateScope,
  targets: (param: Param) => string,
): Promise<UpdateCounts> {
  const values: unknown[] = []
  const param: Param = (value) => `$${values.push(value)}`
  const rows = await query<{ at: number | null; seen: number; change: number }>(
    db,
    `select m.refusal as at, count(*) as seen, count(*) filter (where ${differsSql(scope.keys)}) as change
     from (${updateSql(scope, targets(param), param)}) m group by 1`,
    values,
  )
  const counts: UpdateCounts = { seen: 0, change: 0, refused: [] }
  for (const { at, seen, change } of rows) {
    counts.seen += seen
    if (at === null) counts.change = change
    else counts.refused.push({ at, n: seen })
  }
  return counts
}

export interface UpdateSample extends UpdateRecord {
  before: Values
  after: Values
}

/** A few of the records that a bulk update would change. */
export async function sampleBulkUpdate(
  db: Db | Tx,
  scope: UpdateScope,
  targets: (param: Param) => string,
  limit: number,
): Promise<UpdateSample[]> {
  const values: unknown[] = []
  const param: Param = (value) => `$${values.push(value)}`
  // Values and not parts of a call, which takes a hundred at most.
  const pairs = (prefix: string): string =>
    `(select jsonb_object_agg(k.key, k.value) from (values ${scope.keys
      .map(({ key }, at) => `('${key}', m.${prefix}${at})`)
      .join(', ')}) k(key, value))`
  return query<UpdateSample>(
    db,
    `select m.record_id as "recordId", m.name, ${pairs('c')} as before, ${pairs('n')} as after
     from (${updateSql(scope, targets(param), param)}) m
     where m.refusal is null and ${differsSql(scope.keys)} limit ${limit}`,
    values,
  )
}

/** Holds the records of a batch until the transaction ends, in the order in which every batch takes them. */
export async function lockBulkUpdate(
  tx: Tx,
  { actor, level }: UpdateScope,
  ids: readonly number[],
): Promise<void> {
  await query(
    tx,
    `/*bulk-update.lock*/ select from record
     where tenant_id = $1 and level = $2 and record_id = any($3::bigint[]) order by record_id for no key update`,
    [actor.tenantId, level, ids],
  )
}

/** The records of a batch that the change would leave without a value they need. */
export async function findRefused(
  tx: Tx,
  scope: UpdateScope,
  ids: readonly number[],
): Promise<(UpdateRecord & { at: number })[]> {
  const values: unknown[] = []
  const param: Param = (value) => `$${values.push(value)}`
  const targets = `select unnest(${param(ids)}::bigint[]) as record_id`
  return query(
    tx,
    `select m.record_id as "recordId", m.name, m.refusal as at
     from (${updateSql(scope, targets, param)}) m where m.refusal is not null`,
    values,
  )
}

/** The names of those of a batch's records that the actor may change. */
export async function findChangeable(
  db: Db | Tx,
  actor: Actor,
  level: LevelId,
  ids: readonly number[],
): Promise<Map<number, string>> {
  const rows = await query<UpdateRecord>(
    db,
    `select r.record_id as "recordId", r.name from record r
     where r.tenant_id = $1 and r.level = $2 and r.record_id = any($3::bigint[]) and ${changeableSql(actor, level)}`,
    [actor.tenantId, level, ids],
  )
  return new Map(rows.map(({ recordId, name }) => [recordId, name]))
}

/** What a change set did to some of a batch's records, the first by their ids. */
export async function findWritten(
  tx: Tx,
  tenantId: number,
  changeSetId: number,
  ids: readonly number[],
  limit: number,
): Promise<UpdateSample[]> {
  return query<UpdateSample>(
    tx,
    `/*bulk-update.written*/ select c.record_id as "recordId", r.name, c.before, c.after
     from changed_record c join record r on r.tenant_id = $1 and r.record_id = c.record_id
     where c.tenant_id = $1 and c.change_set_id = $2 and c.record_id = any($3::bigint[])
     order by c.record_id limit ${limit}`,
    [tenantId, changeSetId, ids],
  )
}
