import type { ScoreEntry } from '@steward/scores'
import { query, type Db, type Tx } from '../../platform/db/database.ts'

export interface RecordEntry extends ScoreEntry {
  recordId: number
}

const isoSql = `to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

export interface KeptEntry extends RecordEntry {
  entryId: number
}

/** The latest entries of records, by record; no one else adds to those records until the transaction ends. */
export async function lockLatest(
  tx: Tx,
  tenantId: number,
  recordIds: readonly number[],
): Promise<Map<number, KeptEntry>> {
  const rows = await query<KeptEntry>(
    tx,
    `/*health.latest*/ select e.record_id as "recordId", e.entry_id as "entryId", ${isoSql} as at, e.cause,
       e.version_id as "versionId", e.stage_id as "stageId", e.score, e.computed, e.override, e.parts, e.digest
     from (select * from score_state where tenant_id = $1 and record_id = any($2::bigint[])
       order by record_id for update) s
     join score_entry e on e.tenant_id = s.tenant_id and e.record_id = s.record_id and e.entry_id = s.entry_id`,
    [tenantId, recordIds],
  )
  return new Map(rows.map((row) => [row.recordId, row]))
}

/** Rows of entries in their order, from the arrays $2 to $11. */
const inputSql = `select * from unnest($2::bigint[], $3::int[], $4::int[], $5::smallint[], $6::smallint[],
    $7::timestamptz[], $8::text[], $9::text[], $10::text[], $11::text[]) with ordinality
  as x(record_id, version_id, stage_id, score, computed, at, cause, digest, override, parts, nth)`

const insertSql = `insert into score_entry
    (tenant_id, record_id, version_id, stage_id, score, computed, at, cause, digest, override, parts)
  select $1, record_id, version_id, stage_id, score, computed, at, cause, digest, override::jsonb, parts::jsonb
  from input order by nth`

function valuesOf(tenantId: number, entries: readonly RecordEntry[]): unknown[] {
  return [
    tenantId,
    entries.map(({ recordId }) => recordId),
    entries.map(({ versionId }) => versionId),
    entries.map(({ stageId }) => stageId),
    entries.map(({ score }) => score),
    entries.map(({ computed }) => computed),
    entries.map(({ at }) => at),
    entries.map(({ cause }) => cause),
    entries.map(({ digest }) => digest),
    entries.map(({ override }) => (override === null ? null : JSON.stringify(override))),
    entries.map(({ parts }) => JSON.stringify(parts)),
  ]
}

/** Adds entries to the score ledger, those of a record in their order. */
export async function addEntries(tx: Tx, tenantId: number, entries: readonly RecordEntry[]): Promise<void> {
  await query(
    tx,
    `/*health.add*/ with input as (${inputSql}), written as (
       ${insertSql} returning record_id, entry_id, version_id, stage_id, digest, override
     ), latest as (
       select distinct on (record_id) * from written order by record_id, entry_id desc
     )
     insert into score_state (tenant_id, record_id, entry_id, version_id, stage_id, override_at, digest)
     select $1, record_id, entry_id, version_id, stage_id, (override->>'at')::timestamptz, digest
     from latest order by record_id
     on conflict (tenant_id, record_id) do update set entry_id = excluded.entry_id, version_id = excluded.version_id,
       stage_id = excluded.stage_id, override_at = excluded.override_at, digest = excluded.digest`,
    valuesOf(tenantId, entries),
  )
}

/**
 * Those of some records that were there at an instant, and were neither changed nor scored since; no one else writes
 * them until the transaction ends.
 */
export async function holdUntouched(
  tx: Tx,
  tenantId: number,
  recordIds: readonly number[],
  since: Date,
): Promise<number[]> {
  const rows = await query<{ id: number }>(
    tx,
    `/*health.untouched*/ select r.record_id as id from record r
     where r.tenant_id = $1 and r.record_id = any($2::bigint[]) and r.updated_at <= $3 and not exists (
       select from score_entry e where e.tenant_id = $1 and e.record_id = r.record_id and e.at >= $3)
     order by r.record_id for no key update of r`,
    [tenantId, recordIds, since],
  )
  return rows.map(({ id }) => id)
}

/** Entries that are forgotten at once. */
const mostForgotten = 10_000

/**
 * Forgets entries of the score ledger from before a time; of each record the one stays that was in effect
 * then, so that its line goes on. Gives how many.
 */
export async function forgetEntries(db: Db, tenantId: number, before: Date): Promise<number> {
  const gone = await query(
    db,
    `delete from score_entry where tenant_id = $1 and (record_id, entry_id) in (
       select e.record_id, e.entry_id from score_entry e
       where e.tenant_id = $1 and e.at < $2 and exists (
         select from score_entry later
         where later.tenant_id = e.tenant_id and later.record_id = e.record_id and later.at < $2
           and later.at >= e.at and later.entry_id > e.entry_id)
       limit ${mostForgotten})
     returning 1`,
    [tenantId, before],
  )
  return gone.length
}
