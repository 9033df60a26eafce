import { recordChanged } from '@steward/contracts/event/record.event'
import type { LevelId } from '@steward/contracts/level'
import { changeKindIds } from '@steward/contracts/record-history'
import type { SlotField } from '../field/index.ts'
import { actSize, factsSql, openSql } from './record.change-set.ts'
import {
  deleteSlotsSql,
  insertArraysSql,
  insertSlotsSql,
  noteChangesSql,
  updateSlotsSql,
  wholeRecords,
  withCustom,
} from './record.slot.ts'
import { columnByKey } from './record.state.ts'

export const columnsWritten = Object.values(columnByKey)
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
  created_on: 'date',
  custom: 'jsonb',
}

const inputColumns = ['record_id', 'level', ...columnsWritten]
  .map((column) => `${column} ${typeOf[column]}`)
  .join(', ')

/** Between the custom values of a batch's records: a character that JSON never holds as it is. */
export const separator = '\u001e'

/**
 * A batch as rows: the columns from one JSON array, the custom values from a list beside it. Parsing
 * each record's custom values on their own, and once, is much quicker than as a part of one large document.
 */
function inputRows(more = ''): string {
  const names =
    ['record_id', 'level', ...columnsWritten].join(', ') + more.replaceAll(/ (jsonb|integer)/g, '')
  return `select ${names}, custom_text::jsonb as custom from rows from (
      jsonb_to_recordset($2::jsonb) as (${inputColumns}${more}),
      string_to_table($3, U&'\\001e')) as x(${names}, custom_text)`
}

/** New records from the rows of `source`, whose ids are those of `ids`; and their slots by the part `aside`. */
const insertWith = (level: LevelId, source: string, aside: string, ids: string): string => `created as (
    insert into record (tenant_id, record_id, level, ${written.join(', ')}, created_at, updated_at)
    select $1, record_id, level, ${written.join(', ')}, $5, $5 from ${source}
  ), ${aside}, ${noteChangesSql(level, [wholeRecords], 'true')}
  insert into change (tenant_id, change_set_id, record_id, kind, version)
  select $1, $4, record_id, ${changeKindIds.create}, 1 from ${ids}`

export const insertText = (
  level: LevelId,
  fields: readonly SlotField[],
): string => `/*user:record.insert*/ with input as materialized (${inputRows()}
  ), ${insertWith(level, 'input', `aside as (${insertSlotsSql(level, fields, withCustom('input i'))})`, 'input')}`

/** The first parameter of slots, which are the ids of the records. */
const firstSlots = 6

/** The same for many records, whose slots come as arrays behind the other parameters. Nothing but records needs the rows. */
export const insertManyText = (level: LevelId, fields: readonly SlotField[]): string =>
  `/*user:record.insert*/ with ${insertWith(
    level,
    `(${inputRows()}) input`,
    insertArraysSql(level, fields, firstSlots),
    `unnest($${firstSlots}::int8[]) input(record_id)`,
  )}`

export function updateText(level: LevelId, fields: readonly SlotField[], moves: boolean): string {
  const changed = [...(moves ? [wholeRecords] : []), ...fields.map(({ fieldId }) => fieldId)]
  const aside =
    changed.length === 0
      ? ''
      : `aside as (${updateSlotsSql(level, fields, withCustom('input i'), moves)}
  ), ${noteChangesSql(level, changed, 'true')},`
  return `/*user:record.update*/ with input as materialized (${inputRows(', version integer, before jsonb, after jsonb')}
  ), ${aside} changed as (
    update record r set version = i.version, updated_at = $5,
      ${written.map((column) => `${column} = i.${column}`).join(', ')}
    from input i where r.tenant_id = $1 and r.record_id = i.record_id
  )
  insert into change (tenant_id, change_set_id, record_id, kind, version, before, after)
  select $1, $4, record_id, ${changeKindIds.update}, version, before, after from input`
}

export const deleteText = (level: LevelId): string => `/*record.delete*/ with input as materialized (
    select * from jsonb_to_recordset($2::jsonb) as x(record_id bigint, version integer, before jsonb)
  ), deleted as (
    delete from record r using input i where r.tenant_id = $1 and r.record_id = i.record_id
  ), aside as (${deleteSlotsSql(level, 'input i')}
  ), ${noteChangesSql(level, [wholeRecords], 'true')}
  insert into change (tenant_id, change_set_id, record_id, kind, version, before)
  select $1, $3, record_id, ${changeKindIds.delete}, version, before from input`

const loneColumns = columnsWritten.map((column) => `${column} ${typeOf[column]}`).join(', ')

/** The place of the first parameter of the act, and of its time. */
const firstActPlace = 11
const atPlace = firstActPlace + 3

/**
 * The statement of an update that comes alone. Most change custom values alone: of the record it then writes
 * nothing else, which spares a third of its price. Built-in columns are written all, so that there are two
 * statements and not as many as there are sets of columns.
 */
export function loneText(level: LevelId, columns: readonly string[], slots: readonly SlotField[]): string {
  const isWhole = columns.length > 0
  const name = slots.length === 0 ? '/*' : '/*user:'
  const aside =
    slots.length === 0
      ? ''
      : `aside as (${updateSlotsSql(level, slots, withCustom('changed i'), false)}
  ), ${noteChangesSql(
    level,
    slots.map(({ fieldId }) => fieldId),
    'exists (select from changed)',
  )},`
  return `${name}record.lone${isWhole ? '_whole' : ''}*/ with changed as (
    update record r set version = r.version + 1, updated_at = $${atPlace},
      custom = (r.custom - $6::text[]) || $7::jsonb${columns.map((column) => `, ${column} = n.${column}`).join('')}
    ${isWhole ? `from jsonb_to_record($${firstActPlace + actSize}::jsonb) as n(${loneColumns})` : ''}
    where r.tenant_id = $1 and r.record_id = $2 and r.version = $3
    returning r.record_id, r.custom
  ), ${aside} opened as (${openSql(firstActPlace, 'from changed')}
  ), told as (
    insert into event (tenant_id, type, version, payload, at)
    select $1, '${recordChanged.name}', ${recordChanged.version}, jsonb_build_object(${factsSql('o')},
      'level', $8::int, 'records', 1, 'keys', $9::jsonb) || $10::jsonb, $${atPlace}
    from opened o
  ), kept as (
    insert into change (tenant_id, change_set_id, record_id, kind, version, before, after)
    select $1, change_set_id, $2, ${changeKindIds.update}, $3 + 1, $4::jsonb, $5::jsonb from opened
  )
  select change_set_id from opened`
}
