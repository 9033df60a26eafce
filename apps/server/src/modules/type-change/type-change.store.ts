import type { DataType } from '@steward/contracts/data-type'
import type { LevelId } from '@steward/contracts/level'
import type { DateFormat, NumberFormatName } from '@steward/contracts/plain/cell-format'
import type { FieldValue } from '@steward/contracts/value'
import { query, type Db, type Tx } from '../../platform/db/database.ts'

export interface TypeChangeRow {
  typeChangeId: number
  fieldId: number
  fromType: DataType
  toType: DataType
  numberFormat: NumberFormatName | null
  dateFormat: DateFormat | null
  userId: number
  requestedAt: Date
  matched: number
  processed: number
  converted: number
  blank: number
  changeSetId: number | null
  finishedAt: Date | null
  failure: string | null
}

const columns = `type_change_id "typeChangeId", field_id "fieldId", from_type "fromType", to_type "toType",
  number_format "numberFormat", date_format "dateFormat", user_id "userId", requested_at "requestedAt", matched,
  processed, converted, blank, change_set_id "changeSetId", finished_at "finishedAt", failure`

export type NewTypeChange = Omit<
  TypeChangeRow,
  'typeChangeId' | 'processed' | 'converted' | 'blank' | 'changeSetId' | 'finishedAt' | 'failure'
>

/** Notes a change that is asked for; undefined where one of the field is not finished yet. */
export async function insertChange(
  tx: Tx,
  tenantId: number,
  change: NewTypeChange,
): Promise<TypeChangeRow | undefined> {
  const rows = await query<TypeChangeRow>(
    tx,
    `/*type_change.insert*/
    insert into type_change (tenant_id, field_id, from_type, to_type, number_format, date_format, user_id,
      requested_at, matched)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
    on conflict (tenant_id, field_id) where finished_at is null do nothing returning ${columns}`,
    [
      tenantId,
      change.fieldId,
      change.fromType,
      change.toType,
      change.numberFormat,
      change.dateFormat,
      change.userId,
      change.requestedAt,
      change.matched,
    ],
  )
  return rows[0]
}

/** The latest change under a value of a column. */
async function findBy(
  db: Db | Tx,
  column: 'type_change_id' | 'field_id' | 'change_set_id',
  tenantId: number,
  value: number,
): Promise<TypeChangeRow | undefined> {
  const rows = await query<TypeChangeRow>(
    db,
    `/*type_change.by_${column}*/ select ${columns} from type_change
     where tenant_id = $1 and ${column} = $2 order by type_change_id desc limit 1`,
    [tenantId, value],
  )
  return rows[0]
}

export const readChange = (db: Db | Tx, tenantId: number, typeChangeId: number) =>
  findBy(db, 'type_change_id', tenantId, typeChangeId)

/** The latest change of a field. */
export const findLatest = (db: Db, tenantId: number, fieldId: number) =>
  findBy(db, 'field_id', tenantId, fieldId)

/** The change whose values a change set converted. */
export const findChangeOf = (tx: Tx, tenantId: number, changeSetId: number) =>
  findBy(tx, 'change_set_id', tenantId, changeSetId)

export async function noteProcessed(
  db: Db,
  tenantId: number,
  typeChangeId: number,
  processed: number,
): Promise<void> {
  await query(
    db,
    '/*type_change.note*/ update type_change set processed = $3 where tenant_id = $1 and type_change_id = $2',
    [tenantId, typeChangeId, processed],
  )
}

type Outcome = Pick<
  TypeChangeRow,
  'processed' | 'converted' | 'blank' | 'changeSetId' | 'finishedAt' | 'failure'
>

export async function finishChange(
  tx: Tx | Db,
  tenantId: number,
  typeChangeId: number,
  { processed, converted, blank, changeSetId, finishedAt, failure }: Outcome,
): Promise<void> {
  await query(
    tx,
    `/*type_change.finish*/ update type_change set processed = $3, converted = $4, blank = $5, change_set_id = $6,
       finished_at = $7, failure = $8 where tenant_id = $1 and type_change_id = $2`,
    [tenantId, typeChangeId, processed, converted, blank, changeSetId, finishedAt, failure],
  )
}

/** A field of a level, by the key under which records have its values. */
export interface Place {
  tenantId: number
  level: LevelId
  key: string
}

export interface ValueRow {
  id: number
  value: FieldValue
}

/** The next records that have a value, locked in the order of their ids; `except` leaves out what a set has written. */
export function lockValues(
  tx: Tx,
  { tenantId, level, key }: Place,
  { after, limit, except }: { after: number; limit: number; except: number | null },
): Promise<ValueRow[]> {
  return query<ValueRow>(
    tx,
    `/*type_change.values*/ select r.record_id as id, r.custom->$3 as value from record r
     where r.tenant_id = $1 and r.level = $2 and r.record_id > $4 and r.custom ? $3
       and ($6::bigint is null or not exists (select from changed_record c
         where c.tenant_id = $1 and c.record_id = r.record_id and c.change_set_id = $6))
     order by r.record_id limit $5 for no key update of r`,
    [tenantId, level, key, after, limit, except],
  )
}

/** How many distinct values are looked at before a change. */
const mostDistinct = 20_000

/** The values of a field with how many records have each, the most frequent ones first. */
export function countValues(
  db: Db,
  { tenantId, level, key }: Place,
): Promise<{ value: FieldValue; records: number }[]> {
  return query<{ value: FieldValue; records: number }>(
    db,
    `/*type_change.count*/ select r.custom->$3 as value, count(*) as records from record_fenced r
     where r.tenant_id = $1 and r.level = $2 and r.custom ? $3
     group by r.custom->$3 order by count(*) desc, min(r.record_id) limit ${mostDistinct}`,
    [tenantId, level, key],
  )
}

/** The next records that are still as a set left them, locked, with the values that they had before it. */
export function lockUnedited(
  tx: Tx,
  { tenantId, level, key }: Place,
  { changeSetId, after, limit }: { changeSetId: number; after: number; limit: number },
): Promise<{ id: number; value: FieldValue | null }[]> {
  return query<{ id: number; value: FieldValue | null }>(
    tx,
    `/*type_change.unedited*/ select r.record_id as id, c.before->$3 as value
     from changed_record c join record r on r.tenant_id = c.tenant_id and r.record_id = c.record_id
     where c.tenant_id = $1 and c.change_set_id = $4 and r.level = $2 and r.record_id > $5 and c.after ? $3
       and coalesce(r.custom->$3, 'null') = c.after->$3
     order by r.record_id limit $6 for no key update of r`,
    [tenantId, level, key, changeSetId, after, limit],
  )
}

/** The source of a bulk write of one value for each record. */
export function valueSource(
  key: string,
  ids: readonly number[],
  values: readonly (FieldValue | null)[],
): (param: (value: unknown) => string) => string {
  const json = values.map((value) => (value === null ? null : JSON.stringify(value)))
  return (param) =>
    `select w.id as record_id, ${param(key)}::text as key, w.value
     from unnest(${param(ids)}::bigint[], ${param(json)}::jsonb[]) w(id, value)`
}
