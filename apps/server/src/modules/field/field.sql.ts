import type { RuleColumn } from '@steward/conditions'
import { dataTypes, type DataType, type FieldKind } from '@steward/contracts/data-type'

/**
 * Where the value of a custom field lies. `sort` is the expression to order by, and the one that an
 * index for sorting is made on.
 */
export interface CustomColumn extends RuleColumn {
  sort: string
}

/** A B-tree entry has at most 2,704 bytes and a character up to 4; so many characters always fit. */
const sortedCharacters = 250

function textColumn(value: string): CustomColumn {
  const sql = `(${value})`
  const folded = `lower(${sql} collate "pg_c_utf8") collate "C"`
  return { sql, storage: 'text', folded, sort: `left(${folded}, ${sortedCharacters})` }
}

function columnOf(sql: string, storage: RuleColumn['storage']): CustomColumn {
  return { sql, storage, sort: sql }
}

function numberColumn(dataType: DataType, json: string): CustomColumn {
  return columnOf(`((${json}${dataType === 'currency' ? `->'value'` : ''})::numeric)`, 'numeric')
}

/**
 * The SQL of a custom field's value in the record known as `alias`. Lists and the indexes made for
 * them both take it from here: an index serves only the very expression it was made on.
 * Text sorts by its first 250 characters, without regard to case.
 */
export function customColumnSql(field: { key: string; dataType: DataType }, alias: string): CustomColumn {
  // The key goes into the text of the statement: only an id may.
  if (!/^[1-9]\d*$/.test(field.key)) throw new Error(`"${field.key}" is not the id of a custom field.`)
  const json = `${alias}.custom->'${field.key}'`
  const text = `${alias}.custom->>'${field.key}'`
  switch (dataTypes[field.dataType].kind) {
    case 'text':
      return textColumn(text)
    case 'number':
      return numberColumn(field.dataType, json)
    case 'date':
      return columnOf(`((${text}) collate "C")`, 'isoDate')
    case 'boolean':
      return columnOf(`((${json})::boolean)`, 'boolean')
    case 'reference':
      return columnOf(`((${json})::int8)`, 'int')
    case 'references':
      return {
        ...columnOf(`(${json})`, 'jsonIntArray'),
        contains: (placeholder) => `(${json}) @> to_jsonb(${placeholder})`,
      }
  }
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

/** The columns number, day and id of `record_value`, from a value of custom and the kind of its field. */
export function keptValuesSql(value: string, kind: string): string {
  return `case when ${kind} = 'number' then (case jsonb_typeof(${value}) when 'object' then ${value}->'value' else ${value} end)::numeric end,
    case when ${kind} = 'date' then (${value} #>> '{}')::date end,
    case ${kind} when 'reference' then (${value})::int8 when 'boolean' then (${value})::boolean::int::int8 end`
}

/** What lists count by, which stands beside a kept value. */
export const keptBeside = ['stage_id', 'archived', 'churned', 'pipeline_type', 'status_id'] as const
