import { dataTypes } from '@steward/contracts/data-type'
import type { ReadValue } from '@steward/contracts/value'
import { plainTextOf, toStored } from '@steward/rich-text'
import { plainTextSql, textColumn } from './column.sql.ts'
import type { ServerType, TypedField } from './data-type.port.ts'

const plain = (value: unknown) => (typeof value === 'string' ? plainTextOf(value) : value)

/** A plain text, or the JSON of a document; one that has no form is a plain text. */
function readLongText(field: TypedField, input: unknown): ReadValue {
  const { read } = dataTypes.longText
  if (typeof input !== 'string') return read(field, input)
  const stored = toStored(input)
  return stored.ok
    ? read(field, stored.text)
    : { ok: false, message: `${field.displayName} ${stored.problem}` }
}

export const textTypes = {
  string: { column: textColumn, joinable: true },
  longText: {
    column: (json, text) => textColumn(json, plainTextSql(text)),
    read: readLongText,
    joinable: true,
    compared: plain,
    word: (value) => plainTextOf(String(value)),
  },
} satisfies Record<string, ServerType>
