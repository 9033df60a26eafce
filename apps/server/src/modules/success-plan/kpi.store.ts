import type { CurrencyValue } from '@steward/contracts/value'
import { query, type Db, type Tx } from '../../platform/db/database.ts'
import type { KpiTarget } from './plan.state.ts'

/** A KPI that follows a field, with what the field says now. */
export interface FollowingKpi {
  itemId: number
  planId: number
  level: 1 | 2 | 3 | 4
  sourceKey: string
  target: KpiTarget
  current: number | null
  value: number | CurrencyValue | null
}

const followingSql = `select i.item_id as "itemId", i.plan_id as "planId", r.level, i.source_key as "sourceKey", i.target,
    i.current_value as current,
    case when i.source_key = 'health' then to_jsonb(r.health) else r.custom -> i.source_key end as value
  from success_plan_item i
  join success_plan p on p.tenant_id = i.tenant_id and p.plan_id = i.plan_id and not p.archived and p.completed_at is null
  join record_fenced r on r.tenant_id = p.tenant_id and r.record_id = p.record_id
  where i.tenant_id = $1 and i.source_key is not null and not i.archived and i.completed_at is null`

/** How many KPIs that are open in open plans follow each field, by its key. */
export async function countFollowing(db: Db, tenantId: number): Promise<ReadonlyMap<string, number>> {
  const rows = await query<{ key: string; n: number }>(
    db,
    `/*success_plan.follow_counts*/ select i.source_key as key, count(*)::int as n from success_plan_item i
     join success_plan p on p.tenant_id = i.tenant_id and p.plan_id = i.plan_id and not p.archived and p.completed_at is null
     where i.tenant_id = $1 and i.source_key is not null and not i.archived and i.completed_at is null
     group by i.source_key`,
    [tenantId],
  )
  return new Map(rows.map(({ key, n }) => [key, n]))
}

/** Those of these change sets that changed records whose plans have KPIs that follow a field. */
export async function listFollowed(
  db: Db,
  tenantId: number,
  changeSetIds: readonly number[],
): Promise<Set<number>> {
  const rows = await query<{ id: number }>(
    db,
    `/*success_plan.followed*/ select distinct c.change_set_id as id from changed_record c
     join success_plan p on p.tenant_id = c.tenant_id and p.record_id = c.record_id
     join success_plan_item i on i.tenant_id = p.tenant_id and i.plan_id = p.plan_id and i.source_key is not null
     where c.tenant_id = $1 and c.change_set_id = any($2::bigint[])`,
    [tenantId, changeSetIds],
  )
  return new Set(rows.map(({ id }) => id))
}

/** The KPIs that follow fields of the records which a change set changed, locked. */
export function lockOnChanged(tx: Tx, tenantId: number, changeSetId: number): Promise<FollowingKpi[]> {
  return query<FollowingKpi>(
    tx,
    `/*success_plan.on_changed*/ ${followingSql}
       and p.record_id in (select c.record_id from changed_record c where c.tenant_id = $1 and c.change_set_id = $2)
     order by i.item_id for no key update of i`,
    [tenantId, changeSetId],
  )
}

/** The KPIs among these items that follow a field, locked. */
export function lockFollowing(tx: Tx, tenantId: number, itemIds: readonly number[]): Promise<FollowingKpi[]> {
  return query<FollowingKpi>(
    tx,
    `/*success_plan.following*/ ${followingSql} and i.item_id = any($2::bigint[])
     order by i.item_id for no key update of i`,
    [tenantId, itemIds],
  )
}

export interface Measurement {
  itemId: number
  value: number | null
}

/** Writes what sources say, and adds it to the history. */
export async function writeMeasured(
  tx: Tx,
  tenantId: number,
  measured: readonly Measurement[],
  at: Date,
): Promise<void> {
  const values = [tenantId, measured.map(({ itemId }) => itemId), measured.map(({ value }) => value), at]
  await query(
    tx,
    `/*success_plan.measure*/ update success_plan_item i
     set current_value = x.value, current_at = $4, current_by = null
     from unnest($2::bigint[], $3::numeric[]) x(item_id, value)
     where i.tenant_id = $1 and i.item_id = x.item_id`,
    values,
  )
  await addValues(
    tx,
    tenantId,
    measured.map((one) => ({ ...one, userId: null })),
    at,
  )
}

/** Adds values to the history; one of the same instant takes the place of the one before. */
export async function addValues(
  tx: Tx,
  tenantId: number,
  values: readonly (Measurement & { userId: number | null })[],
  at: Date,
): Promise<void> {
  await query(
    tx,
    `/*success_plan.values*/ insert into success_plan_kpi_value (tenant_id, item_id, at, value, user_id)
     select $1, x.item_id, $5, x.value, x.user_id
     from unnest($2::bigint[], $3::numeric[], $4::int[]) x(item_id, value, user_id)
     on conflict (tenant_id, item_id, at) do update set value = excluded.value, user_id = excluded.user_id`,
    [
      tenantId,
      values.map(({ itemId }) => itemId),
      values.map(({ value }) => value),
      values.map(({ userId }) => userId),
      at,
    ],
  )
}

/** A value of a KPI that met its target, when the one before did not. */
export interface MetTarget {
  itemId: number
  at: Date
  /** Who entered it; null: its source. */
  userId: number | null
}

const metSql = (value: string): string =>
  `coalesce(case when i.target->>'criteria' = 'is greater than' then ${value} >= (i.target->>'target')::numeric
    else ${value} <= (i.target->>'target')::numeric end, false)`

/** The values in a time that met the present targets, of all KPIs or some, in the order of time. */
export function listMetTargets(
  db: Db,
  tenantId: number,
  { from, to, itemIds }: { from: Date; to: Date; itemIds?: readonly number[] },
): Promise<MetTarget[]> {
  return query<MetTarget>(
    db,
    `/*success_plan.met*/ select v.item_id as "itemId", v.at, v.user_id as "userId"
     from success_plan_kpi_value v
     join success_plan_item i on i.tenant_id = v.tenant_id and i.item_id = v.item_id
     left join lateral (
       select b.value from success_plan_kpi_value b
       where b.tenant_id = v.tenant_id and b.item_id = v.item_id and b.at < v.at order by b.at desc limit 1) e on true
     where v.tenant_id = $1 and v.at >= $2 and v.at < $3 and ($4::bigint[] is null or v.item_id = any($4))
       and ${metSql('v.value')} and not ${metSql('e.value')}
     order by v.at, v.item_id`,
    [tenantId, from, to, itemIds ?? null],
  )
}

/** The latest values of a KPI, oldest first. */
export function readValues(
  db: Db,
  tenantId: number,
  itemId: number,
  limit: number,
): Promise<{ at: Date; value: number | null; userId: number | null }[]> {
  return query(
    db,
    `/*success_plan.history*/ select * from (
       select at, value, user_id as "userId" from success_plan_kpi_value
       where tenant_id = $1 and item_id = $2 order by at desc limit ${limit}) x order by at`,
    [tenantId, itemId],
  )
}
