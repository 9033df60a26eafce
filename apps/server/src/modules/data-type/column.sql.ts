import type { RuleColumn } from '@steward/conditions'
import type { CustomColumn } from './data-type.port.ts'

/** A B-tree entry has at most 2,704 bytes and a character up to 4; so many characters always fit. */
const sortedCharacters = 250

export function columnOf(sql: string, storage: RuleColumn['storage']): CustomColumn {
  return { sql, storage, sort: sql }
}

/** Text sorts by its first 250 characters, without regard to case. */
export function textColumn(_json: string, text: string): CustomColumn {
  const sql = `(${text})`
  const folded = `lower(${sql} collate "pg_c_utf8") collate "C"`
  return { sql, storage: 'text', folded, sort: `left(${folded}, ${sortedCharacters})` }
}

/** The plain text of a long text: a document has it beside its content, see `toStored` of rich-text. */
export function plainTextSql(text: string): string {
  return `case when starts_with(${text}, '{"type":"doc","plainText":') then (${text})::jsonb->>'plainText' else ${text} end`
}

export function numberColumn(json: string): CustomColumn {
  return columnOf(`((${json})::numeric)`, 'numeric')
}

export function idColumn(json: string): CustomColumn {
  return columnOf(`((${json})::int8)`, 'int')
}

export function idsColumn(json: string): CustomColumn {
  return {
    ...columnOf(`(${json})`, 'jsonIntArray'),
    contains: (placeholder) => `(${json}) @> to_jsonb(${placeholder})`,
  }
}
