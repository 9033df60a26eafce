import { recordChanged } from '@steward/contracts/event/record.event'
import type { LevelId } from '@steward/contracts/level'
import { changeKindIds } from '@steward/contracts/record-history'
import { causeJson } from '../../platform/db/cause.ts'
import { query, type Db, type Tx } from '../../platform/db/database.ts'
import { actValues, factsSql, openSql, reopenSql, type ActOf, type BatchFacts } from './record.change-set.ts'
import { announceEvents } from '../../platform/db/event.announcement.ts'
import type { SlotField } from '../field/index.ts'
import { countedKeys, readSlots, slotArrays, touchedSlots } from './record.slot.ts'
import { columnByKey, type RecordInput, type StateValue, type Values } from './record.state.ts'
import {
  columnsWritten,
  deleteText,
  insertManyText,
  insertText,
  loneText,
  separator,
  updateText,
} from './record.write-sql.ts'

const announceSql = (
  at: string,
  batch: string,
): string => `insert into event (tenant_id, type, version, payload, at)
  select $1, '${recordChanged.name}', ${recordChanged.version}, jsonb_build_object(${factsSql('o')}) || ${batch}::jsonb, ${at} from opened o`

function batchJson(batch: BatchFacts): string {
  return JSON.stringify({ ...batch, ...(JSON.parse(causeJson()) as object) })
}

/** Opens a change set, together with the event that reports it. Returns its id. */
export async function openChangeSet(tx: Tx, act: ActOf, batch: BatchFacts): Promise<number> {
  const rows = await query<{ change_set_id: number }>(
    tx,
    `/*record.open*/ with opened as (${openSql(3)}),
     told as (${announceSql('$6', '$2')})
     select change_set_id from opened`,
    [act.actor.tenantId, batchJson(batch), ...actValues(act)],
  )
  announceEvents(tx, act.actor.tenantId)
  return (rows[0] as { change_set_id: number }).change_set_id
}

/** Opens a change set for what is no record: the module that changes it publishes an event of its own. */
export async function openItemSet(tx: Tx, act: ActOf): Promise<number> {
  const rows = await query<{ change_set_id: number }>(tx, `/*record.open_items*/ ${openSql(2)}`, [
    act.actor.tenantId,
    ...actValues(act),
  ])
  return (rows[0] as { change_set_id: number }).change_set_id
}

/** Writes the event of a further batch of an act. */
export async function announceBatch(
  tx: Tx,
  tenantId: number,
  changeSetId: number,
  batch: BatchFacts,
): Promise<void> {
  await query(tx, `/*record.announce*/ with opened as (${reopenSql('$2')}) ${announceSql('now()', '$3')}`, [
    tenantId,
    changeSetId,
    batchJson(batch),
  ])
  announceEvents(tx, tenantId)
}

/**
 * Whether an act of several transactions may go on, because no one has undone it; no one does until the present
 * one ends.
 */
export async function holdChangeSet(tx: Tx, tenantId: number, changeSetId: number): Promise<boolean> {
  const rows = await query<{ stands: boolean }>(
    tx,
    `/*record.hold_set*/ select undone_by is null as stands from change_set
     where tenant_id = $1 and change_set_id = $2 for share`,
    [tenantId, changeSetId],
  )
  return rows[0]?.stands === true
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

export interface Write {
  kind: 'create' | 'update' | 'delete'
  input: RecordInput
  /** Of the record afterwards. */
  version: number
  before?: Values
  after?: Values
}

/** Records of a level and of one kind of change, as the statement takes them that writes them. */
export interface WriteBatch {
  kind: Write['kind']
  level: LevelId
  rows: string
  custom: string
  /** The keys that an update changes. */
  keys: ReadonlySet<string>
  /** The slots of many new records, where they were known before. */
  prepared?: PreparedSlots | undefined
}

interface PreparedSlots {
  fields: readonly SlotField[]
  arrays: string[]
}

/** For fewer new records, arrays take longer to open than they save. */
export const manyCreated = 20

export function toBatch(
  kind: Write['kind'],
  level: LevelId,
  writes: readonly Write[],
  slots?: readonly SlotField[],
): WriteBatch {
  const isMany = kind === 'create' && writes.length >= manyCreated
  return {
    kind,
    level,
    rows: JSON.stringify(
      writes.map(({ input, version, before, after }) => ({ ...input.columns, version, before, after })),
    ),
    custom: kind === 'delete' ? '' : writes.map(({ input }) => JSON.stringify(input.custom)).join(separator),
    keys: new Set(kind === 'update' ? writes.flatMap(({ after = {} }) => Object.keys(after)) : []),
    prepared:
      isMany && slots
        ? {
            fields: slots,
            arrays: slotArrays(
              slots,
              writes.map(({ input }) => input),
            ),
          }
        : undefined,
  }
}

const isSameList = (a: readonly SlotField[], b: readonly SlotField[]): boolean =>
  JSON.stringify(a) === JSON.stringify(b)

/**
 * Writes records of one kind of change, with their slots and ledger rows. What was prepared for other slots than
 * there are by now is left: the values come from the custom ones.
 */
export async function writeRecords(
  tx: Tx,
  tenantId: number,
  changeSetId: number,
  at: Date,
  { kind, level, rows, custom, keys, prepared }: WriteBatch,
): Promise<void> {
  if (kind === 'delete') {
    await query(tx, deleteText(level), [tenantId, rows, changeSetId])
    return
  }
  const slots = await readSlots(tx, tenantId, level)
  const values = [tenantId, rows, custom, changeSetId, at]
  if (kind === 'update') {
    const moves = countedKeys.some((key) => keys.has(key))
    await query(tx, updateText(level, touchedSlots(slots, keys), moves), values)
  } else if (prepared && isSameList(prepared.fields, slots)) {
    await query(tx, insertManyText(level, slots), [...values, ...prepared.arrays])
  } else await query(tx, insertText(level, slots), values)
}

/**
 * A record that came back is as old as it was: its first creation is in the ledger. Its versions continue from those
 * of before, or no one could tell which of its changes came later.
 */
export async function keepPastOfReturning(
  tx: Tx,
  tenantId: number,
  changeSetId: number,
  recordIds: readonly number[],
): Promise<void> {
  await query(
    tx,
    `with past as (
       select record_id, min(change_set_id) filter (where kind = ${changeKindIds.create}) as change_set_id,
         coalesce(max(version) filter (where change_set_id <> $2), 0) + 1 as version
       from change where tenant_id = $1 and record_id = any($3::bigint[]) group by record_id
     ), numbered as (
       update change c set version = p.version from past p
       where c.tenant_id = $1 and c.record_id = p.record_id and c.change_set_id = $2)
     update record r set created_at = s.at, version = p.version
     from past p join change_set s on s.tenant_id = $1 and s.change_set_id = p.change_set_id
     where r.tenant_id = $1 and r.record_id = p.record_id`,
    [tenantId, changeSetId, recordIds],
  )
}

/** The record that a lone update is about, as the change was planned on it. */
export interface LoneTarget {
  recordId: number
  level: LevelId
  version: number
}

/** The custom values among those of a change: what is set, and the keys of what is cleared. */
function customOf(after: Values): { set: Record<string, StateValue>; cleared: string[] } {
  const set: Record<string, StateValue> = {}
  const cleared: string[] = []
  for (const key in after) {
    if (key in columnByKey) continue
    const value = after[key]
    if (value === null || value === undefined) cleared.push(key)
    else set[key] = value
  }
  return { set, cleared }
}

/**
 * Updates one record, with its slots that change, change set, ledger row and event, in one statement and so in one
 * transaction, if it still has the version that the change was planned on. Returns the change set's
 * id, or null when someone was faster and nothing was written.
 */
export async function writeLoneUpdate(
  db: Db,
  act: ActOf,
  { recordId, level, version }: LoneTarget,
  { input, before = {}, after = {} }: Write,
  slots: readonly SlotField[],
): Promise<number | null> {
  const keys = Object.keys(after)
  const { set, cleared } = customOf(after)
  const isWhole = keys.some((key) => key in columnByKey)
  const text = loneText(level, isWhole ? columnsWritten : [], slots)
  const rows = await query<{ change_set_id: number }>(db, text, [
    act.actor.tenantId,
    recordId,
    version,
    JSON.stringify(before),
    JSON.stringify(after),
    cleared,
    JSON.stringify(set),
    level,
    JSON.stringify(keys),
    causeJson(),
    ...actValues(act),
    ...(isWhole ? [JSON.stringify(input.columns)] : []),
  ])
  if (rows.length > 0) announceEvents(db, act.actor.tenantId)
  return rows[0]?.change_set_id ?? null
}
