import type { RuleColumn } from '@steward/conditions'
import type { DataType, FieldKind } from '@steward/contracts/data-type'
import { serverTypes, type CustomColumn } from '../data-type/index.ts'

/**
 * The SQL of a custom field's value in the record known as `alias`. Lists and the indexes made for
 * them both take it from here: an index serves only the very expression it was made on.
 * Text sorts by its first 250 characters, without regard to case.
 */
export function customColumnSql(field: { key: string; dataType: DataType }, alias: string): CustomColumn {
  // The key goes into the text of the statement: only an id may.
  if (!/^[1-9]\d*$/.test(field.key)) throw new Error(`"${field.key}" is not the id of a custom field.`)
  return serverTypes[field.dataType].column(
    `${alias}.custom->'${field.key}'`,
    `${alias}.custom->>'${field.key}'`,
  )
}

function columnOf(sql: string, storage: RuleColumn['storage']): CustomColumn {
  return { sql, storage, sort: sql }
}

const keptColumns: Partial<Record<FieldKind, (row: string) => CustomColumn>> = {
  number: (row) => columnOf(`${row}.number`, 'numeric'),
  date: (row) => columnOf(`${row}.day`, 'date'),
  boolean: (row) => ({ sql: `(${row}.id = 1)`, storage: 'boolean', sort: `${row}.id` }),
  reference: (row) => columnOf(`${row}.id`, 'int'),
}

/**
 * The SQL of a field's value in its row of `record_value`, known as `row`; undefined for text and lists,
 * which are found by their parts and are not kept there.
 */
export function keptColumnSql(kind: FieldKind, row: string): CustomColumn | undefined {
  return keptColumns[kind]?.(row)
}

/**
 * The SQL of an amount, as jsonb, in the base of the tenant whose id is the SQL `tenant`, by the rate that is
 * in effect; null where there is none.
 */
export function baseAmountSql(amount: string, tenant: string): string {
  return `((${amount}->'value')::numeric * (select e.to_base from effective_rate e
      where e.tenant_id = ${tenant} and e.currency_definition_id = (${amount}->'currencyDefinitionId')::int))`
}

/**
 * The columns number, day and id of `record_value`, from a value of custom and the kind of its field, in a
 * statement whose $1 is the tenant. Of an amount the number is in the base, and the id is its currency.
 */
export function keptValuesSql(value: string, kind: string): string {
  return `case when ${kind} = 'number' then case jsonb_typeof(${value}) when 'object' then ${baseAmountSql(value, '$1')} else (${value})::numeric end end,
    case when ${kind} = 'date' then (${value} #>> '{}')::date end,
    case ${kind} when 'reference' then (${value})::int8 when 'boolean' then (${value})::boolean::int::int8
      when 'number' then case jsonb_typeof(${value}) when 'object' then (${value}->'currencyDefinitionId')::int8 end end`
}

/** What lists count by, which is beside a kept value. */
export const keptBeside = ['stage_id', 'archived', 'churned', 'pipeline_type', 'status_id'] as const

/** How often the kept values of some fields were written: what was counted from them holds while it is the same. */
export function valueChangesSql(tenantId: number, fields: readonly { key: string }[]): string {
  const ids = fields.map(({ key }) => key).join(', ')
  return `(select coalesce(sum(n), 0) from value_change where tenant_id = ${tenantId} and field_id in (${ids}))`
}
