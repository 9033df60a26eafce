import { query, type Db, type Tx } from '../../platform/db/database.ts'

/** The class of the advisory lock under which a tenant's calculated fields are defined. */
const lockClass = 7372

/** Lets one definition at a time be checked against the others, until the transaction ends. */
export async function lockDefinitions(tx: Tx, tenantId: number): Promise<void> {
  await query(tx, 'select pg_advisory_xact_lock($1, $2)', [lockClass, tenantId])
}

export interface StateRow {
  fieldId: number
  revision: number
  state: 'waiting' | 'running' | 'ready'
  broken: boolean
  cursor: number
  done: number
  total: number
  changed: number
  changeSetId: number | null
}

const stateColumns = `field_id as "fieldId", revision, state, broken, cursor, done, total, changed, change_set_id as "changeSetId"`

/**
 * Asks for all values of fields to be recalculated, from the first record on. What was written before the
 * end of a run that is broken off still counts as changed: those who read it have not been notified of it.
 */
export async function restart(tx: Db | Tx, tenantId: number, fieldIds: readonly number[]): Promise<void> {
  await query(
    tx,
    `insert into calculation_state (tenant_id, field_id) select $1, f from unnest($2::int[]) as f
     on conflict (tenant_id, field_id) do update set revision = calculation_state.revision + 1, state = 'waiting',
       cursor = 0, done = 0, total = 0, change_set_id = null,
       changed = case when calculation_state.state = 'ready' then 0 else calculation_state.changed end`,
    [tenantId, fieldIds],
  )
}

export async function listStates(db: Db | Tx, tenantId: number): Promise<StateRow[]> {
  return query<StateRow>(
    db,
    `select ${stateColumns} from calculation_state where tenant_id = $1 order by field_id`,
    [tenantId],
  )
}

export async function findState(db: Db, tenantId: number, fieldId: number): Promise<StateRow | undefined> {
  const rows = await query<StateRow>(
    db,
    `select ${stateColumns} from calculation_state where tenant_id = $1 and field_id = $2`,
    [tenantId, fieldId],
  )
  return rows[0]
}

/** Notes how far a field has come; passed over where its definition is another one by now. */
export async function noteProgress(tx: Tx, tenantId: number, row: StateRow): Promise<void> {
  await query(
    tx,
    `update calculation_state set state = $4, broken = $5, cursor = $6, done = $7, total = $8, changed = $9,
       change_set_id = $10
     where tenant_id = $1 and field_id = $2 and revision = $3`,
    [
      tenantId,
      row.fieldId,
      row.revision,
      row.state,
      row.broken,
      row.cursor,
      row.done,
      row.total,
      row.changed,
      row.changeSetId,
    ],
  )
}

/** What is left of a field that was deleted. */
export async function forgetField(tx: Tx, tenantId: number, fieldId: number): Promise<void> {
  await query(tx, 'delete from calculation_state where tenant_id = $1 and field_id = $2', [tenantId, fieldId])
  await query(tx, 'delete from calculation_problem where tenant_id = $1 and field_id = $2', [
    tenantId,
    fieldId,
  ])
}

export interface Pending {
  pendingId: number
  changeSetId: number
  recordIds: number[] | null
  firstId: number | null
  lastId: number | null
  cursor: number
}

export interface HeardChange {
  changeSetId: number
  recordIds?: number[] | undefined
  firstId?: number | undefined
  lastId?: number | undefined
}

/** Keeps changes to be followed, if the tenant has calculated fields, those that are not theirs. True if there were any. */
export async function notePending(
  tx: Tx,
  tenantId: number,
  changes: readonly HeardChange[],
): Promise<boolean> {
  const rows = await query(
    tx,
    `/*calculation.note*/ insert into calculation_pending (tenant_id, change_set_id, record_ids, first_id, last_id)
     select $1, s.change_set_id, x."recordIds", x."firstId", x."lastId"
     from rows from (
       jsonb_to_recordset($2::jsonb) as ("changeSetId" bigint, "recordIds" bigint[], "firstId" bigint, "lastId" bigint)
     ) with ordinality as x("changeSetId", "recordIds", "firstId", "lastId", place)
     join record_act s on s.tenant_id = $1 and s.change_set_id = x."changeSetId" and s.action <> 'calculate'
     where exists (select from calculation_state f where f.tenant_id = $1)
     order by x.place
     returning 1`,
    [tenantId, JSON.stringify(changes)],
  )
  return rows.length > 0
}

export async function listPending(tx: Tx, tenantId: number, limit: number): Promise<Pending[]> {
  return query<Pending>(
    tx,
    `select pending_id as "pendingId", change_set_id as "changeSetId", record_ids as "recordIds",
       first_id as "firstId", last_id as "lastId", cursor
     from calculation_pending where tenant_id = $1 order by pending_id limit $2`,
    [tenantId, limit],
  )
}

export async function dropPending(tx: Tx, tenantId: number, pendingIds: readonly number[]): Promise<void> {
  await query(tx, 'delete from calculation_pending where tenant_id = $1 and pending_id = any($2::bigint[])', [
    tenantId,
    pendingIds,
  ])
}

export async function movePending(
  tx: Tx,
  tenantId: number,
  pendingId: number,
  cursor: number,
): Promise<void> {
  await query(tx, 'update calculation_pending set cursor = $3 where tenant_id = $1 and pending_id = $2', [
    tenantId,
    pendingId,
    cursor,
  ])
}

/** Why a record has no value of a field. */
export interface RecordProblem {
  recordId: number
  message: string
}

/** Sets the problems of a field for the records that were calculated: those named, and no others. */
export async function putProblems(
  tx: Tx,
  tenantId: number,
  fieldId: number,
  worked: readonly number[],
  problems: readonly RecordProblem[],
): Promise<void> {
  await query(
    tx,
    `with gone as (
       delete from calculation_problem where tenant_id = $1 and field_id = $2 and record_id = any($3::bigint[])
         and record_id <> all($4::bigint[]))
     insert into calculation_problem (tenant_id, field_id, record_id, message)
     select $1, $2, p.record_id, p.message from unnest($4::bigint[], $5::text[]) as p(record_id, message)
     on conflict (tenant_id, field_id, record_id) do update set message = excluded.message`,
    [
      tenantId,
      fieldId,
      worked,
      problems.map(({ recordId }) => recordId),
      problems.map(({ message }) => message),
    ],
  )
}

/** The same for all records of a range. */
export async function dropProblems(
  tx: Tx,
  tenantId: number,
  fieldId: number,
  range: { after: number; upTo: number },
): Promise<void> {
  await query(
    tx,
    `delete from calculation_problem
     where tenant_id = $1 and field_id = $2 and record_id > $3 and record_id <= $4`,
    [tenantId, fieldId, range.after, range.upTo],
  )
}

export async function countProblems(db: Db, tenantId: number, fieldId: number): Promise<number> {
  const [row] = await query<{ n: number }>(
    db,
    'select count(*) as n from calculation_problem where tenant_id = $1 and field_id = $2',
    [tenantId, fieldId],
  )
  return row?.n ?? 0
}

export async function listProblems(
  db: Db,
  tenantId: number,
  fieldId: number,
  limit: number,
): Promise<{ recordId: number; name: string; message: string }[]> {
  return query(
    db,
    `select p.record_id as "recordId", r.name, p.message
     from calculation_problem p join record r on r.tenant_id = p.tenant_id and r.record_id = p.record_id
     where p.tenant_id = $1 and p.field_id = $2 order by p.record_id limit $3`,
    [tenantId, fieldId, limit],
  )
}
