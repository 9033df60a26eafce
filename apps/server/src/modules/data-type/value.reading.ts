import { readValue, type ReadContext, type ReadValue } from '@steward/contracts/value'
import type { CurrencyDefinition } from '@steward/contracts/currency'
import type { CellValue, ReadingContext, ReadText, TextFormat, TypedField } from './data-type.port.ts'
import { serverTypes } from './data-type.registry.ts'
import { isFault } from './text.reading.ts'

/** Reads a value of a request as `readValue` does, with what the server alone knows of its type. */
export function readTyped(field: TypedField, input: unknown, context: ReadContext): ReadValue {
  const { read } = serverTypes[field.dataType]
  const isBlank = input === null || input === undefined || input === ''
  return read && !isBlank ? read(field, input) : readValue(field, input, context)
}

/** Reads values as requests carry them; what is wrong is a fault that names the field. */
export function createTypedReader(
  field: TypedField,
  currencies: readonly CurrencyDefinition[],
): (input: unknown) => CellValue {
  const defaultCurrencyId = currencies.find((one) => one.isDefault)?.currencyDefinitionId ?? 0
  return (input) => {
    const read = readTyped(field, input, { defaultCurrencyId })
    return read.ok ? read.value : { fault: read.message }
  }
}

/** Reads texts that are not blank, as a file or the clipboard has them. */
export function createTextReader(field: TypedField, format: TextFormat, context: ReadingContext): ReadText {
  const check = createTypedReader(field, context.currencies)
  const { cell, bounded } = serverTypes[field.dataType]
  if (!cell) return check
  const read = cell(field, format, context)
  if (!bounded) return read
  return (text) => {
    const value = read(text)
    return isFault(value) ? value : check(value)
  }
}
