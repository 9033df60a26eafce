import type { LevelId } from '@steward/contracts/level'
import type { ScoreEntry } from '@steward/scores'
import type { Actor } from '../../platform/actor.ts'
import { query, type Db } from '../../platform/db/database.ts'
import { scopeSql } from './health.policy.ts'
import { inputsSql, type Gathering, type InputsSql } from './input.sql.ts'

const iso = (at: string): string => `to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const entryColumns = (e: string): string =>
  `${iso(`${e}.at`)} as at, ${e}.cause, ${e}.version_id as "versionId", ${e}.stage_id as "stageId", ${e}.score,
   ${e}.computed, ${e}.override, ${e}.parts, ${e}.digest`

export interface ScoreRow {
  name: string
  stageId: number | null
  /** Null where the record has never had a score. */
  entry: ScoreEntry | null
  /** What it was at an earlier instant, in hundredths. */
  earlier: number | null
  /** When all records of the level were last scored. */
  refreshedAt: string | null
  /** What is measured of it now, in one text; null where that was not asked for. */
  inputs: string | null
}

const noInputs = { joins: '', text: 'null::text', values: [] }
const preparedInputs = new WeakMap<Gathering, InputsSql & { values: readonly unknown[] }>()

/** What is measured of record `r`, for a statement that has three values of its own. */
function prepareInputs(gathering: Gathering) {
  const known = preparedInputs.get(gathering)
  if (known) return known
  const values: unknown[] = []
  const made = { ...inputsSql(gathering, (value) => `$${values.push(value) + 3}`), values }
  preparedInputs.set(gathering, made)
  return made
}

/**
 * The score of a record that the actor may see, with what it was at `earlier`, and what is measured of it now,
 * if anything is to be; undefined where there is none. One statement: sending it costs as much as running it.
 */
export async function readScore(
  db: Db,
  actor: Actor,
  level: LevelId,
  recordId: number,
  earlier: Date,
  gathering: Gathering | null,
): Promise<ScoreRow | undefined> {
  const { joins, text, values } = gathering ? prepareInputs(gathering) : noInputs
  const rows = await query<ScoreRow>(
    db,
    `/*user:health.score*/ select r.name, r.stage_id as "stageId",
       (select row_to_json(x) from (select ${entryColumns('e')}) x where e.entry_id is not null) as entry,
       (select o.score from score_entry o where o.tenant_id = $1 and o.record_id = $2 and o.at < $3
        order by o.at desc, o.entry_id desc limit 1) as earlier,
       (select ${iso('f.finished_at')} from score_refresh f where f.tenant_id = $1 and f.level = ${level}) as "refreshedAt",
       ${text} as inputs
     from record_fenced r
     left join score_state s on s.tenant_id = $1 and s.record_id = $2
     left join score_entry e on e.tenant_id = $1 and e.record_id = $2 and e.entry_id = s.entry_id
     ${joins}
     where r.tenant_id = $1 and r.record_id = $2 and r.level = ${level} and ${scopeSql(actor, 'r', level)}`,
    [actor.tenantId, recordId, earlier, ...values],
  )
  return rows[0]
}

/** Whether there is such a record that the actor may see. */
export async function isSeen(db: Db, actor: Actor, level: LevelId, recordId: number): Promise<boolean> {
  const rows = await query(
    db,
    `/*user:health.seen*/ select from record_fenced r
     where r.tenant_id = $1 and r.record_id = $2 and r.level = ${level} and ${scopeSql(actor, 'r', level)}`,
    [actor.tenantId, recordId],
  )
  return rows.length > 0
}

export interface PointRow {
  at: string
  score: number | null
  stageId: number | null
  versionId: number
  overridden: boolean
}

const mostEntries = 20_000

/** The line of a score: the entry that held at `from`, and all until `to`, the newest so many. */
export async function readPoints(
  db: Db,
  tenantId: number,
  recordId: number,
  from: Date,
  to: Date,
): Promise<PointRow[]> {
  return query<PointRow>(
    db,
    `/*health.points*/ select ${iso('p.at')} as at, p.score, p.stage_id as "stageId", p.version_id as "versionId",
       p.overridden
     from (
       (select $3::timestamptz as at, e.entry_id, e.score, e.stage_id, e.version_id, e.override is not null as overridden
        from score_entry e where e.tenant_id = $1 and e.record_id = $2 and e.at <= $3
        order by e.at desc, e.entry_id desc limit 1)
       union all
       (select e.at, e.entry_id, e.score, e.stage_id, e.version_id, e.override is not null
        from score_entry e where e.tenant_id = $1 and e.record_id = $2 and e.at > $3 and e.at < $4
        order by e.at desc, e.entry_id desc limit ${mostEntries})) p
     order by p.at, p.entry_id`,
    [tenantId, recordId, from, to],
  )
}

/** The entry in effect at an instant and the present one, by record. */
export async function readEnds(
  db: Db,
  tenantId: number,
  recordIds: readonly number[],
  since: Date,
): Promise<Map<number, { before: ScoreEntry | null; now: ScoreEntry }>> {
  const rows = await query<{ recordId: number; before: ScoreEntry | null; now: ScoreEntry }>(
    db,
    `/*health.ends*/ select s.record_id as "recordId",
       (select row_to_json(x) from (select ${entryColumns('b')} from score_entry b
         where b.tenant_id = $1 and b.record_id = s.record_id and b.at < $3
         order by b.at desc, b.entry_id desc limit 1) x) as before,
       (select row_to_json(x) from (select ${entryColumns('e')}) x) as now
     from score_state s
     join score_entry e on e.tenant_id = $1 and e.record_id = s.record_id and e.entry_id = s.entry_id
     where s.tenant_id = $1 and s.record_id = any($2::bigint[])`,
    [tenantId, recordIds, since],
  )
  return new Map(rows.map(({ recordId, before, now }) => [recordId, { before, now }]))
}

/** The entry that held at the end of `from`, and all that followed until `to`. */
export async function readEntries(
  db: Db,
  tenantId: number,
  recordId: number,
  from: Date,
  to: Date,
): Promise<{ before: ScoreEntry | null; entries: ScoreEntry[] }> {
  const rows = await query<ScoreEntry & { isBefore: boolean }>(
    db,
    `/*health.entries*/ select * from (
       (select ${entryColumns('e')}, true as "isBefore", e.entry_id from score_entry e
        where e.tenant_id = $1 and e.record_id = $2 and e.at < $3 order by e.at desc, e.entry_id desc limit 1)
       union all
       (select ${entryColumns('e')}, false, e.entry_id from score_entry e
        where e.tenant_id = $1 and e.record_id = $2 and e.at >= $3 and e.at < $4
        order by e.at, e.entry_id limit ${mostEntries})) x
     order by x.at, x.entry_id`,
    [tenantId, recordId, from, to],
  )
  return {
    before: rows.find(({ isBefore }) => isBefore) ?? null,
    entries: rows.filter(({ isBefore }) => !isBefore),
  }
}
