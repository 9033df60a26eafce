import type { RecordChanged } from '@steward/contracts/event/record.event'
import type { LevelId } from '@steward/contracts/level'
import { query, type Tx } from '../../platform/db/database.ts'
import { riskKeys, riskType } from './concern.rules.ts'

/**
 * The changes that an event reports. Named records are looked up one by one: the change set of an import has
 * millions of changes and thousands of events, and no event may cost a walk through all of them.
 */
const changesOf = (event: string): string => `
         select c.record_id, c.kind, c.before, c.after
         from unnest(${event}."recordIds") as named(record_id)
         join changed_record c on c.tenant_id = $1 and c.record_id = named.record_id
           and c.change_set_id = ${event}."changeSetId"
         union all
         select c.record_id, c.kind, c.before, c.after from changed_record c
         where ${event}."recordIds" is null and c.tenant_id = $1 and c.change_set_id = ${event}."changeSetId"
           and c.record_id between coalesce(${event}."firstId", 0)
             and coalesce(${event}."lastId", 9223372036854775807)`

/** The ids of other records, of other companies for the most part, that may lie between two of a range. */
const widestGap = 16

interface Range {
  first: number
  last: number
}

/** Few ranges that hold all of some ids, and little else. */
function rangesOf(ids: readonly number[]): Range[] {
  const ranges: Range[] = []
  for (const id of ids.toSorted((a, b) => a - b)) {
    const open = ranges.at(-1)
    if (open && id - open.last <= widestGap) open.last = id
    else ranges.push({ first: id, last: id })
  }
  return ranges
}

/** Records that were created, by level: their organizations are notified of them when they have a score. */
async function noteNew(
  tx: Tx,
  tenantId: number,
  changes: readonly RecordChanged[],
  levels: readonly LevelId[],
): Promise<boolean> {
  const ranges = levels.flatMap((level) => {
    const created = changes.filter((change) => change.level === level)
    const ids = created.flatMap(({ recordIds = [] }) => recordIds)
    return rangesOf(ids).map((range) => ({ ...range, level }))
  })
  if (ranges.length === 0) return false
  await query(
    tx,
    `/*health.noteNew*/ insert into score_pending as p (tenant_id, level, record_id, last_id)
     select $1::int, n.level, n.first, nullif(n.last, n.first)
     from unnest($2::smallint[], $3::bigint[], $4::bigint[]) as n(level, first, last) order by 2, 3
     on conflict (tenant_id, level, record_id) do update set last_id = greatest(p.last_id, excluded.last_id)`,
    [
      tenantId,
      ranges.map(({ level }) => level),
      ranges.map(({ first }) => first),
      ranges.map(({ last }) => last),
    ],
  )
  return true
}

/** Organizations of new accounts that have a score already, as one has that comes back: none more is notified of it. */
async function noteHomes(tx: Tx, tenantId: number, changes: readonly RecordChanged[]): Promise<boolean> {
  const ids = changes.flatMap(({ level, areOwn, recordIds = [] }) =>
    level === 2 && !areOwn ? recordIds : [],
  )
  if (ids.length === 0) return false
  const rows = await query(
    tx,
    `/*health.noteHomes*/ insert into score_pending (tenant_id, level, record_id)
     select distinct $1::int, 1, r.organization_id from record r
     where r.tenant_id = $1 and r.record_id = any($2::bigint[]) and r.level = 2
       and r.organization_id is not null and r.health is not null
     order by 3
     on conflict do nothing
     returning 1`,
    [tenantId, ids],
  )
  return rows.length > 0
}

/** Customers of new risks. */
async function noteRisks(
  tx: Tx,
  tenantId: number,
  changes: readonly RecordChanged[],
  levels: readonly LevelId[],
): Promise<boolean> {
  const ids = changes.flatMap(({ level, recordIds = [] }) => (level === 4 ? recordIds : []))
  if (ids.length === 0 || levels.length === 0) return false
  const rows = await query(
    tx,
    `/*health.noteRisks*/ insert into score_pending (tenant_id, level, record_id)
     select distinct $1::int, o.level, o.record_id
     from record r, lateral (values (1, r.organization_id), (2, r.account_id)) as o(level, record_id)
     where r.tenant_id = $1 and r.record_id = any($2::bigint[]) and r.level = 4 and r.pipeline_type = ${riskType}
       and o.record_id is not null and o.level = any($3::smallint[])
     order by o.level, o.record_id
     on conflict do nothing
     returning 1`,
    [tenantId, ids, levels],
  )
  return rows.length > 0
}

interface Concerned {
  levels: readonly LevelId[]
  riskLevels: readonly LevelId[]
  toOrganizations: boolean
  keys: readonly string[]
}

/**
 * Keeps the records of changes, of the levels that have scores, to be scored; what scoring itself wrote counts
 * only for the organizations of accounts, where they take these scores. Answers whether there were any.
 */
export async function notePending(
  tx: Tx,
  tenantId: number,
  changes: readonly RecordChanged[],
  concerned: Concerned,
): Promise<boolean> {
  const [created, others] = [true, false].map((areNew) =>
    changes.filter((change) => (change.areNew === true) === areNew),
  ) as [RecordChanged[], RecordChanged[]]
  const noted = [
    concerned.toOrganizations && (await noteHomes(tx, tenantId, created)),
    await noteRisks(tx, tenantId, created, concerned.riskLevels),
    await noteNew(tx, tenantId, created, concerned.levels),
    others.length > 0 && (await noteChanged(tx, tenantId, others, concerned)),
  ]
  return noted.includes(true)
}

async function noteChanged(
  tx: Tx,
  tenantId: number,
  changes: readonly RecordChanged[],
  { levels, riskLevels, toOrganizations, keys }: Concerned,
): Promise<boolean> {
  const rows = await query(
    tx,
    `/*health.note*/ with changed as materialized (
       select r.level, c.record_id, r.organization_id, (c.before->>'organizationId')::bigint as was_in, s.action,
         r.account_id, (c.before->>'accountId')::bigint as was_of,
         cardinality($6::smallint[]) > 0 and (c.kind <> 2 or c.after ?| $7::text[])
           and (r.pipeline_type = ${riskType} or c.before->>'pipelineType' = '${riskType}') as is_risk
       from jsonb_to_recordset($2::jsonb)
         as x("changeSetId" bigint, "recordIds" bigint[], "firstId" bigint, "lastId" bigint)
       join record_act s on s.tenant_id = $1 and s.change_set_id = x."changeSetId"
       cross join lateral (${changesOf('x')}) c
       left join record r on r.tenant_id = $1 and r.record_id = c.record_id
       where c.kind <> 2 or c.after ?| $5::text[]
     ), concerned as (
       select level, record_id from changed where level = any($3::smallint[]) and action <> 'score'
       union
       select 1, o.record_id from changed, lateral (values (organization_id), (was_in)) as o(record_id)
       where $4 and coalesce(level, 2) = 2 and o.record_id is not null
       union
       select o.level, o.record_id from changed, lateral (values (1, organization_id), (1, was_in), (2, account_id),
         (2, was_of)) as o(level, record_id)
       where is_risk and o.record_id is not null and o.level = any($6::smallint[])
     )
     insert into score_pending (tenant_id, level, record_id)
     select $1, level, record_id from concerned order by level, record_id
     on conflict do nothing
     returning 1`,
    [tenantId, JSON.stringify(changes), levels, toOrganizations, keys, riskLevels, riskKeys],
  )
  return rows.length > 0
}

/** The same for records that are named. */
export async function noteRecords(
  tx: Tx,
  tenantId: number,
  recordIds: readonly number[],
  levels: readonly LevelId[],
): Promise<boolean> {
  const rows = await query(
    tx,
    `/*health.noteRecords*/ insert into score_pending (tenant_id, level, record_id)
     select distinct $1::int, r.level, r.record_id from record r
     where r.tenant_id = $1 and r.record_id = any($2::bigint[]) and r.level = any($3::smallint[])
     order by r.level, r.record_id
     on conflict do nothing
     returning 1`,
    [tenantId, recordIds, levels],
  )
  return rows.length > 0
}

/** Records of a level whose turn it is. */
export interface Taken {
  level: LevelId
  recordIds: number[]
}

const lowestLevel = '(select max(level) from score_pending where tenant_id = $1)'

/** The next of those that wait by themselves. */
async function takeRecords(tx: Tx, tenantId: number, limit: number): Promise<Taken | null> {
  const rows = await query<{ level: LevelId; record_id: number }>(
    tx,
    `delete from score_pending p using (
       select level, record_id from score_pending
       where tenant_id = $1 and last_id is null and level = ${lowestLevel}
       order by record_id limit $2 for update) taken
     where p.tenant_id = $1 and p.level = taken.level and p.record_id = taken.record_id
     returning p.level, p.record_id`,
    [tenantId, limit],
  )
  const [first] = rows
  return first ? { level: first.level, recordIds: rows.map((row) => row.record_id) } : null
}

/** The next ranges with so many ids together; what is left of the last one goes on waiting. */
async function takeRanges(tx: Tx, tenantId: number, limit: number): Promise<Taken | null> {
  const rows = await query<Range & { level: LevelId }>(
    tx,
    `with next as (
       select level, record_id as first, last_id as last from score_pending
       where tenant_id = $1 and last_id is not null and level = ${lowestLevel}
       order by record_id limit $2 for update
     ), counted as (
       select *, sum(last - first + 1) over (order by first) - (last - first + 1) as before from next
     ), chosen as (
       select level, first, last, (first + $2 - before)::bigint as rest from counted where before < $2
     ), taken as (
       delete from score_pending p using chosen c
       where p.tenant_id = $1 and p.level = c.level and p.record_id = c.first
     ), left_over as (
       insert into score_pending as p (tenant_id, level, record_id, last_id)
       select $1, level, rest, nullif(last, rest) from chosen where rest <= last
       on conflict (tenant_id, level, record_id) do update set last_id = greatest(p.last_id, excluded.last_id)
     )
     select level, first, least(last, rest - 1) as last from chosen order by first`,
    [tenantId, limit],
  )
  const [lowest] = rows
  if (!lowest) return null
  const ids = rows.map(({ first, last }) => Array.from({ length: last - first + 1 }, (_, at) => first + at))
  return { level: lowest.level, recordIds: ids.flat() }
}

/**
 * Takes the next records of one level, from the lowest level upwards: those that wait by themselves before those
 * of imports, among which are some that are not there. Null when none wait.
 */
export async function takePending(tx: Tx, tenantId: number, limit: number): Promise<Taken | null> {
  return (await takeRecords(tx, tenantId, limit)) ?? takeRanges(tx, tenantId, limit)
}
