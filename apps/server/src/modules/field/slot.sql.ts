import type { DataType } from '@steward/contracts/data-type'
import { baseAmountSql } from './field.sql.ts'
import { slotKindOf, type SlotField } from './slot.rules.ts'

/** What lists count by, which is beside the slots. */
export const slotBeside = ['stage_id', 'archived', 'churned', 'pipeline_type', 'status_id'] as const

/** What records are counted by, of the record `alias`. */
const besideOf = (alias: string): string => slotBeside.map((column) => `${alias}.${column}`).join(', ')

/** A value of custom, as jsonb, as its slot has it, in a statement whose $1 is the tenant. */
function slotValueSql(json: string, dataType: DataType): string {
  if (dataType === 'currency') return baseAmountSql(json, '$1')
  const kind = slotKindOf(dataType)
  if (kind === 'n') return `(${json})::numeric`
  if (kind === 'd') return `(${json} #>> '{}')::date`
  return dataType === 'boolean' ? `(${json})::boolean::int::int8` : `(${json})::int8`
}

interface Assignment {
  slot: string
  sql: string
}

/** Written records as `i`, and the SQL of what each has in a custom field, as jsonb. */
interface WrittenRows {
  rows: string
  valueOf: (fieldId: number) => string
}

/** Rows that have their custom values in the column `custom`. */
export const withCustom = (rows: string): WrittenRows => ({
  rows,
  valueOf: (fieldId) => `(i.custom->'${fieldId}')`,
})

function assignmentsOf(
  { fieldId, dataType, slots }: SlotField,
  valueOf: WrittenRows['valueOf'],
): Assignment[] {
  const json = valueOf(fieldId)
  const value = { slot: slots.value, sql: slotValueSql(json, dataType) }
  if (slots.currency === null) return [value]
  return [value, { slot: slots.currency, sql: `(${json}->'currencyDefinitionId')::int8` }]
}

/** The part of a statement that gives new records of a level their slots, tenant $1. */
export function insertSlotsSql(
  level: number,
  fields: readonly SlotField[],
  { rows, valueOf }: WrittenRows,
): string {
  const parts = fields.flatMap((field) => assignmentsOf(field, valueOf))
  const slots = parts.map(({ slot }) => `, ${slot}`).join('')
  return `insert into record_slot (tenant_id, level, record_id, ${slotBeside.join(', ')}${slots})
    select $1, ${level}, i.record_id, ${besideOf('i')}${parts.map(({ sql }) => `, ${sql}`).join('')} from ${rows}`
}

/** The same for records that are there: the values of some fields and, where they may move, what they are counted by. */
export function updateSlotsSql(
  level: number,
  fields: readonly SlotField[],
  { rows, valueOf }: WrittenRows,
  moves: boolean,
): string {
  const parts = fields.flatMap((field) => assignmentsOf(field, valueOf))
  const sets = [
    ...(moves ? slotBeside.map((column) => `${column} = i.${column}`) : []),
    ...parts.map(({ slot, sql }) => `${slot} = ${sql}`),
  ]
  return `update record_slot v set ${sets.join(', ')} from ${rows}
    where v.tenant_id = $1 and v.level = ${level} and v.record_id = i.record_id`
}

/** The part of a statement that deletes the slots of records that are deleted, tenant $1. */
export const deleteSlotsSql = (level: number, rows: string): string =>
  `delete from record_slot v using ${rows} where v.tenant_id = $1 and v.level = ${level} and v.record_id = i.record_id`

/** In place of a field, in what changed: the records themselves, and what they are counted by. */
export const wholeRecords = 0

/**
 * The parts of a statement, tenant $1, that note that values of some fields are written, of those that lists remember
 * counts of. It is read here and not from a cache which these are: the job that makes indexes relies on it. `when`
 * says whether there is anything to note. No writer waits for another.
 */
export function noteChangesSql(level: number, fieldIds: readonly number[], when: string): string {
  const of = (alias: string): string => `${alias}.tenant_id = $1 and ${alias}.level = ${level}`
  return `watched as materialized (
      select w.field_id, (
        select f.lane from value_change f where ${of('f')} and f.field_id = w.field_id
        order by f.lane limit 1 for update skip locked) as lane
      from unnest('{${fieldIds.join(',')}}'::int[]) w(field_id)
      where ${when} and exists (select from value_change x where ${of('x')} and x.field_id = w.field_id)),
    counted_on as (
      update value_change v set n = v.n + 1 from watched w where ${of('v')} and v.field_id = w.field_id and v.lane = w.lane),
    counted_apart as (
      insert into value_change (tenant_id, level, field_id, n)
      select $1, ${level}, w.field_id, 1 from watched w where w.lane is null)`
}

/** How often the values of some fields were written: what was counted from them holds while it is the same. */
export function valueChangesSql(tenantId: number, level: number, fieldIds: readonly number[]): string {
  return `(select coalesce(sum(n), 0) from value_change
    where tenant_id = ${tenantId} and level = ${level} and field_id in (${[wholeRecords, ...fieldIds].join(', ')}))`
}
