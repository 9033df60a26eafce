/** The types of values; days are texts YYYY-MM-DD that the checker tells from other texts. */
export type ValueType = 'number' | 'text' | 'date' | 'boolean'

/** A value; null is a blank. */
export type Value = string | number | boolean | null

const names: Record<ValueType, string> = {
  number: 'a number',
  text: 'a text',
  date: 'a date',
  boolean: 'true or false',
}

/** A type in words: "a number". */
export function nameOfType(type: ValueType | 'blank'): string {
  return type === 'blank' ? 'a blank' : names[type]
}

/** Nothing to see: null, or an empty text. */
export function isBlank(value: Value): value is null | '' {
  return value === null || value === ''
}

/**
 * A number as 15 digits tell it, as spreadsheets do: 0.1 + 0.2 is 0.3.
 */
export function tidy(number: number): number {
  return Number.isInteger(number) || !Number.isFinite(number) ? number : Number(number.toPrecision(15))
}
