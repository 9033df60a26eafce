import type { ChangeAction, ChangeSource } from '@steward/contracts/record-history'
import type { LevelId } from '@steward/contracts/level'
import { query, type Db, type Tx } from '../../platform/db/database.ts'
import { keepNewValues, keepValues, touchesValue } from './record.kept-value.ts'
import { columnByKey, type RecordInput, type Values } from './record.state.ts'

export interface ChangeSetInput {
  tenantId: number
  actorId: number
  source: ChangeSource
  action: ChangeAction
  at: Date
  undoOf: number | null
}

/** Opens a change set, together with the event that tells of it. Returns its id. */
export async function openChangeSet(
  tx: Tx,
  input: ChangeSetInput,
  event: { level: LevelId; records: number },
): Promise<number> {
  const rows = await query<{ change_set_id: number }>(
    tx,
    `/*record.open*/ with opened as (
       insert into change_set (tenant_id, actor_id, source, action, at, undo_of)
       values ($1, $2, $3, $4, $5, $6) returning change_set_id)
     , told as (
       insert into event (tenant_id, type, payload, at)
       select $1, 'record.changed', jsonb_build_object('changeSetId', change_set_id, 'level', $7::int, 'records', $8::int), $5
       from opened)
     select change_set_id from opened`,
    [
      input.tenantId,
      input.actorId,
      input.source,
      input.action,
      input.at,
      input.undoOf,
      event.level,
      event.records,
    ],
  )
  return (rows[0] as { change_set_id: number }).change_set_id
}

/** Takes the next ids for records that are about to be created. */
export async function takeRecordIds(tx: Tx, count: number): Promise<number[]> {
  const rows = await query<{ id: number }>(
    tx,
    `/*record.ids*/ select nextval(s.sequence) as id from
       (select pg_get_serial_sequence('record', 'record_id')::regclass as sequence offset 0) s, generate_series(1, $1)`,
    [count],
  )
  return rows.map((row) => row.id)
}

const columnsWritten = Object.values(columnByKey)
const written = [...columnsWritten, 'custom'] as const

const typeOf: Record<string, string> = {
  record_id: 'bigint',
  level: 'smallint',
  version: 'integer',
  churned: 'boolean',
  archived: 'boolean',
  pulse: 'smallint',
  pipeline_type: 'smallint',
  status_id: 'smallint',
  stage_id: 'integer',
  image_id: 'text',
  organization_id: 'bigint',
  account_id: 'bigint',
  health: 'numeric',
  owners: 'integer[]',
  name: 'text',
  external_id: 'text',
  email: 'text',
  about: 'text',
  churn_date: 'date',
  churn_reason: 'integer',
  churn_amount: 'jsonb',
  custom: 'jsonb',
}

const inputColumns = ['record_id', 'level', ...columnsWritten]
  .map((column) => `${column} ${typeOf[column]}`)
  .join(', ')

/** Between the custom values of a batch's records: a character that JSON never holds as it is. */
const separator = '\u001e'

/**
 * A batch as rows: the columns from one JSON array, the custom values from a list beside it. Parsing
 * each record's custom values on their own, and once, is much quicker than as a part of one large document.
 */
function inputRows(more = ''): string {
  const names = ['record_id', 'level', ...columnsWritten].join(', ') + more.replaceAll(' jsonb', '')
  return `select ${names}, custom_text::jsonb as custom from rows from (
      jsonb_to_recordset($2::jsonb) as (${inputColumns}${more}),
      string_to_table($3, U&'\\001e')) as x(${names}, custom_text)`
}

const insertText = `/*record.insert*/ with input as materialized (${inputRows()}
  ), created as (
    insert into record (tenant_id, record_id, level, ${written.join(', ')}, created_at, updated_at)
    select $1, record_id, level, ${written.join(', ')}, $5, $5 from input
  ), aside as (${keepNewValues('input i', 'i.custom')}
  )
  insert into change (tenant_id, change_set_id, record_id, kind)
  select $1, $4, record_id, 1 from input`

const updateText = `/*record.update*/ with input as materialized (${inputRows(', before jsonb, after jsonb')}
  ), changed as (
    update record r set version = r.version + 1, updated_at = $5,
      ${written.map((column) => `${column} = i.${column}`).join(', ')}
    from input i where r.tenant_id = $1 and r.record_id = i.record_id
  ), aside as (${keepValues('input i', 'i.custom', touchesValue)}
  )
  insert into change (tenant_id, change_set_id, record_id, kind, before, after)
  select $1, $4, record_id, 2, before, after from input`

const deleteText = `/*record.delete*/ with input as materialized (
    select * from jsonb_to_recordset($2::jsonb) as x(record_id bigint, before jsonb)
  ), deleted as (
    delete from record r using input i where r.tenant_id = $1 and r.record_id = i.record_id
  )
  insert into change (tenant_id, change_set_id, record_id, kind, before)
  select $1, $3, record_id, 3, before from input`

export interface Write {
  kind: 'create' | 'update' | 'delete'
  input: RecordInput
  before?: Values
  after?: Values
}

/** Writes records of one kind of change, with their ledger rows. */
export async function writeRecords(
  tx: Tx,
  tenantId: number,
  changeSetId: number,
  at: Date,
  kind: Write['kind'],
  writes: readonly Write[],
): Promise<void> {
  const rows = JSON.stringify(writes.map(({ input, before, after }) => ({ ...input.columns, before, after })))
  if (kind === 'delete') {
    await query(tx, deleteText, [tenantId, rows, changeSetId])
    return
  }
  const custom = writes.map(({ input }) => JSON.stringify(input.custom)).join(separator)
  await query(tx, kind === 'create' ? insertText : updateText, [tenantId, rows, custom, changeSetId, at])
}

/** A record that came back is as old as it was: its first creation is in the ledger. */
export async function keepCreationTimes(
  tx: Tx,
  tenantId: number,
  recordIds: readonly number[],
): Promise<void> {
  await query(
    tx,
    `with first as (
       select record_id, min(change_set_id) as change_set_id from change
       where tenant_id = $1 and record_id = any($2::bigint[]) and kind = 1 group by record_id)
     update record r set created_at = s.at
     from first f join change_set s on s.tenant_id = $1 and s.change_set_id = f.change_set_id
     where r.tenant_id = $1 and r.record_id = f.record_id`,
    [tenantId, recordIds],
  )
}

export async function markUndone(
  tx: Tx,
  tenantId: number,
  changeSetId: number,
  undoneBy: number | null,
): Promise<void> {
  await query(tx, 'update change_set set undone_by = $3 where tenant_id = $1 and change_set_id = $2', [
    tenantId,
    changeSetId,
    undoneBy,
  ])
}

const loneUpdateText = `/*record.lone*/ with input as (
    select * from jsonb_to_record($2::jsonb) as x(${inputColumns}, custom jsonb, version integer, before jsonb, after jsonb)
  ), changed as (
    update record r set version = r.version + 1, updated_at = $3,
      ${written.map((column) => `${column} = i.${column}`).join(', ')}
    from input i where r.tenant_id = $1 and r.record_id = i.record_id and r.version = i.version
    returning r.record_id
  ), opened as (
    insert into change_set (tenant_id, actor_id, source, action, at)
    select $1, $4, $5, $6, $3 from changed returning change_set_id
  ), aside as (${keepValues('changed join input i using (record_id)', 'i.custom', touchesValue)}
  ), told as (
    insert into event (tenant_id, type, payload, at)
    select $1, 'record.changed', jsonb_build_object('changeSetId', change_set_id, 'level', i.level, 'records', 1,
      'keys', (select jsonb_agg(key) from jsonb_object_keys(i.after) key)), $3
    from opened, input i
  ), kept as (
    insert into change (tenant_id, change_set_id, record_id, kind, before, after)
    select $1, change_set_id, i.record_id, 2, i.before, i.after from opened, input i
  )
  select change_set_id from opened`

/**
 * Updates one record, with its change set, ledger row and event, in one statement and so in one
 * transaction, if it still has the version that the change was planned on. Returns the change set's
 * id, or null when somebody was faster and nothing was written.
 */
export async function writeLoneUpdate(
  db: Db,
  act: ChangeSetInput,
  version: number,
  { input, before, after }: Write,
): Promise<number | null> {
  const rows = await query<{ change_set_id: number }>(db, loneUpdateText, [
    act.tenantId,
    JSON.stringify({ ...input.columns, custom: input.custom, version, before, after }),
    act.at,
    act.actorId,
    act.source,
    act.action,
  ])
  return rows[0]?.change_set_id ?? null
}
