import { dataTypes, type DataType } from './data-type.ts'
import {
  good,
  type DataTypeShape,
  type ReadContext,
  type ReadField,
  type ReadValue,
} from './data-type/data-type.shape.ts'

export { isDay } from './data-type/date.ts'
export { cutText, hasForbiddenCharacters, isOneLine } from './data-type/text.ts'
export type {
  CurrencyValue,
  FieldValue,
  PicklistOption,
  ReadContext,
  ReadValue,
} from './data-type/data-type.shape.ts'

/** As much of a field as reading a value needs. */
export interface ValueField extends ReadField {
  dataType: DataType
}

const shapes: Readonly<Record<DataType, DataTypeShape>> = dataTypes

/**
 * Reads a value as it came in a request or a form. Null and undefined clear the field;
 * an empty or blank text does too. Errors are sentences that name the field.
 */
export function readValue(field: ValueField, input: unknown, context: ReadContext): ReadValue {
  if (input === null || input === undefined) return good(null)
  if (input === '' && field.dataType !== 'boolean') return good(null)
  return shapes[field.dataType].read(field, input, context)
}
