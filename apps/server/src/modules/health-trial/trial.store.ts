import type { HealthModel } from '@steward/contracts/health'
import type { HealthStatus } from '@steward/contracts/plain/built-in-value'
import type { LevelId } from '@steward/contracts/level'
import { query, type Db, type Tx } from '../../platform/db/database.ts'
import type { Compared, Move } from './trial.rules.ts'

export interface Trial {
  trialId: number
  level: LevelId
  revision: number
  state: 'running' | 'done' | 'failed' | 'outdated'
  startedAt: string
  cursor: number
  done: number
  total: number
  moves: Move[]
}

const columns = `trial_id as "trialId", level, revision, state, cursor, done, total, moves,
  to_char(started_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "startedAt"`

export interface NewTrial {
  level: LevelId
  revision: number
  model: HealthModel
  by: number
  at: Date
  total: number
}

/** The class of the advisory locks under which the trials of one level begin. */
const lockClass = 7391

/** Until the transaction ends no one else begins a trial of the level. */
export async function lockLevel(tx: Tx, tenantId: number, level: LevelId): Promise<void> {
  await query(tx, '/*health.trial_lock_level*/ select pg_advisory_xact_lock($1, $2)', [
    lockClass,
    tenantId * 4 + level - 1,
  ])
}

/** Puts a trial in the place of the one that its level had. */
export async function replaceTrial(tx: Tx, tenantId: number, trial: NewTrial): Promise<Trial> {
  const { level, revision, model, by, at, total } = trial
  await query(tx, 'delete from score_trial where tenant_id = $1 and level = $2', [tenantId, level])
  await query(
    tx,
    `insert into score_trial (tenant_id, level, revision, model, started_by, started_at, total)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [tenantId, level, revision, JSON.stringify(model), by, at, total],
  )
  return (await findTrialOf(tx, tenantId, level)) as Trial
}

export async function findTrial(db: Db | Tx, tenantId: number, trialId: number): Promise<Trial | undefined> {
  const rows = await query<Trial>(
    db,
    `/*health.trial*/ select ${columns} from score_trial where tenant_id = $1 and trial_id = $2`,
    [tenantId, trialId],
  )
  return rows[0]
}

/** The trial of a level; there is one at most. */
export async function findTrialOf(db: Db | Tx, tenantId: number, level: LevelId): Promise<Trial | undefined> {
  const rows = await query<Trial>(
    db,
    `/*health.trial_of*/ select ${columns} from score_trial where tenant_id = $1 and level = $2`,
    [tenantId, level],
  )
  return rows[0]
}

/** A trial that runs, with its draft; no one else works on it until the transaction ends. */
export async function lockRunning(
  tx: Tx,
  tenantId: number,
  trialId: number,
): Promise<(Trial & { model: HealthModel }) | undefined> {
  const rows = await query<Trial & { model: HealthModel }>(
    tx,
    `/*health.trial_lock*/ select ${columns}, model from score_trial
     where tenant_id = $1 and trial_id = $2 and state = 'running' for update`,
    [tenantId, trialId],
  )
  return rows[0]
}

export type TrialProgress = Pick<Trial, 'trialId' | 'state' | 'cursor' | 'done' | 'moves'>

export async function noteTrial(
  db: Db | Tx,
  tenantId: number,
  { trialId, state, cursor, done, moves }: TrialProgress,
): Promise<void> {
  await query(
    db,
    `/*health.trial_note*/ update score_trial set state = $3, cursor = $4, done = $5, moves = $6
     where tenant_id = $1 and trial_id = $2`,
    [tenantId, trialId, state, cursor, done, JSON.stringify(moves)],
  )
}

export async function failTrial(db: Db, tenantId: number, trialId: number): Promise<void> {
  await query(
    db,
    `/*health.trial_fail*/ update score_trial set state = 'failed'
     where tenant_id = $1 and trial_id = $2 and state = 'running'`,
    [tenantId, trialId],
  )
}

/** Keeps the records whose color would change. */
export async function addCompared(
  tx: Tx,
  tenantId: number,
  trialId: number,
  compared: readonly Compared[],
): Promise<void> {
  if (compared.length === 0) return
  await query(
    tx,
    `/*health.trial_add*/
     insert into score_trial_record (tenant_id, trial_id, record_id, score, status, next_score, next_status)
     select $1, $2, x.* from unnest($3::bigint[], $4::smallint[], $5::text[], $6::smallint[], $7::text[]) x`,
    [
      tenantId,
      trialId,
      compared.map(({ recordId }) => recordId),
      compared.map(({ score }) => score),
      compared.map(({ status }) => status),
      compared.map(({ nextScore }) => nextScore),
      compared.map(({ nextStatus }) => nextStatus),
    ],
  )
}

/** Undefined: any color; null: no score. */
export type Colour = HealthStatus | null | undefined

export interface ComparedPage {
  from: Colour
  to: Colour
  page: number
  pageSize: number
}

export interface ComparedRow extends Compared {
  name: string
}

/** Records whose color would change, by name, and how many there are in all. */
export async function listCompared(
  db: Db,
  tenantId: number,
  trialId: number,
  { from, to, page, pageSize }: ComparedPage,
): Promise<{ rows: ComparedRow[]; total: number }> {
  const values: unknown[] = [tenantId, trialId]
  const isColour = (column: string, colour: Colour): string => {
    if (colour === undefined) return ''
    return `and ${column} is not distinct from $${values.push(colour)}::text`
  }
  const matching = `c.tenant_id = $1 and c.trial_id = $2 ${isColour('c.status', from)} ${isColour('c.next_status', to)}`
  const asked = [...values]
  const place = `limit $${values.push(pageSize)} offset $${values.push((page - 1) * pageSize)}`
  const [rows, [counted]] = await Promise.all([
    query<ComparedRow>(
      db,
      `select c.record_id as "recordId", r.name, c.score, c.status, c.next_score as "nextScore",
         c.next_status as "nextStatus"
       from score_trial_record c
       join record r on r.tenant_id = c.tenant_id and r.record_id = c.record_id
       where ${matching} order by r.name_folded, c.record_id ${place}`,
      values,
    ),
    query<{ n: number }>(db, `select count(*) as n from score_trial_record c where ${matching}`, asked),
  ])
  return { rows, total: counted?.n ?? 0 }
}
