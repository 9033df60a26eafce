import { addDays, LAST_DAY, type Day } from './day.ts'
import { foldedSql } from './fold.ts'
import type { RuleColumn, RuleStorage } from './rule-column.ts'
import type { Span } from './span.ts'
import { spanAround, type Test, type TextMatch } from './test-of-field.ts'

interface Target {
  param: (value: unknown) => string
  today: Day
}

/** One positive test of one column: true where it holds, else false or null. Always in brackets. */
export function leafToSql(test: Test, column: RuleColumn, target: Target): string {
  const holds = comparison(test, column, target)
  return column.present === undefined ? `(${holds})` : `((${column.present}) and ${holds})`
}

function comparison(test: Test, column: RuleColumn, target: Target): string {
  const allowed = STORED_AS[test.is]
  if (!allowed.includes(column.storage)) {
    throw new Error(`A ${test.is} condition cannot be asked of a column stored as ${column.storage}.`)
  }
  switch (test.is) {
    case 'set':
      return isSet(column)
    case 'text':
      return textHolds(test, column, target)
    case 'number':
      return numberHolds(test.span, column, target)
    case 'amount':
      return spanToSql(`(${column.sql})`, test.span, (digits) => `${target.param(digits)}::numeric`)
    case 'boolean':
      return `(${column.sql}) = ${test.value}`
    case 'reference':
      return referenceHolds(test.ids, column, target)
    case 'date':
      return dateHolds(test.span, column, target)
    case 'around':
      return dateHolds(spanAround(test, target.today), column, target)
  }
}

const DATES: readonly RuleStorage[] = ['isoDate', 'date', 'timestamp']
const NUMBERS: readonly RuleStorage[] = ['numeric', 'int']
const ARRAYS: readonly RuleStorage[] = ['intArray', 'jsonIntArray']

const STORED_AS: Record<Test['is'], readonly RuleStorage[]> = {
  set: ['text', 'boolean', ...DATES, ...NUMBERS, ...ARRAYS],
  text: ['text'],
  number: NUMBERS,
  amount: ['numeric'],
  boolean: ['boolean'],
  reference: ['int', ...ARRAYS],
  date: DATES,
  around: DATES,
}

function isSet({ sql, storage, isSet: told }: RuleColumn): string {
  if (told !== undefined) return `(${told})`
  if (storage === 'text') return `(${sql}) <> ''`
  if (storage === 'intArray') return `cardinality(${sql}) > 0`
  // A json null stands for unset too.
  if (storage === 'jsonIntArray') return `(${sql}) not in ('[]', 'null')`
  return `(${sql}) is not null`
}

const PATTERN: Record<Exclude<TextMatch, 'equals'>, (escaped: string) => string> = {
  contains: (escaped) => `%${escaped}%`,
  startsWith: (escaped) => `${escaped}%`,
}

function textHolds(test: Extract<Test, { is: 'text' }>, column: RuleColumn, { param }: Target): string {
  const folded = column.folded === undefined ? foldedSql(column.sql) : `(${column.folded})`
  if (test.match === 'equals') return `${folded} = ${param(test.folded)}`
  const escaped = test.folded.replaceAll(/[\\%_]/g, '\\$&')
  return `${folded} like ${param(PATTERN[test.match](escaped))}`
}

function spanToSql<Value>(sql: string, span: Span<Value>, value: (value: Value) => string): string {
  const { low, lowOpen, high, highOpen } = span
  if (low !== undefined && low === high) return `${sql} = ${value(low)}`
  const ends: string[] = []
  if (low !== undefined) ends.push(`${sql} ${lowOpen ? '>' : '>='} ${value(low)}`)
  if (high !== undefined) ends.push(`${sql} ${highOpen ? '<' : '<='} ${value(high)}`)
  return ends.join(' and ')
}

function numberHolds(span: Span<number>, column: RuleColumn, { param }: Target): string {
  // A whole number is compared with an int column as such: a numeric would keep an index from serving it.
  const cast = (value: number) => (column.storage === 'int' ? integerCast([value]) : 'numeric')
  return spanToSql(`(${column.sql})`, span, (value) => `${param(String(value))}::${cast(value)}`)
}

function integerCast(values: readonly number[]): 'int' | 'bigint' | 'numeric' {
  if (values.every(fitsInt)) return 'int'
  return values.every((value) => Number.isSafeInteger(value)) ? 'bigint' : 'numeric'
}

function fitsInt(value: number): boolean {
  return Number.isInteger(value) && value >= -2_147_483_648 && value <= 2_147_483_647
}

function dateHolds(span: Span<Day>, column: RuleColumn, { param }: Target): string {
  const sql = `(${column.sql})`
  if (column.storage === 'isoDate') return spanToSql(`(${sql} collate "C")`, span, param)
  if (column.storage === 'date') return spanToSql(sql, span, (day) => `${param(day)}::date`)
  return spanToSql(sql, instantsOf(span), (instant) => `${param(instant)}::timestamptz`)
}

/** Whole days as half-open UTC instants: a day ends where the next one starts. */
function instantsOf({ low, lowOpen, high, highOpen }: Span<Day>): Span<string> {
  return {
    ...(low !== undefined && { low: lowOpen ? endOf(low) : startOf(low) }),
    ...(high !== undefined && { high: highOpen ? startOf(high) : endOf(high), highOpen: true }),
  }
}

function startOf(day: Day): string {
  return `${day}T00:00:00Z`
}

function endOf(day: Day): string {
  return day === LAST_DAY ? 'infinity' : startOf(addDays(day, 1))
}

function referenceHolds(ids: readonly number[], column: RuleColumn, { param }: Target): string {
  const { sql, storage, contains } = column
  if (contains !== undefined)
    return anyOf(ids.filter(fitsInt), (id) => `(${contains(`${param(String(id))}::int`)})`)
  if (storage === 'jsonIntArray') return anyOf(ids, (id) => `(${sql}) @> ${param(`[${id}]`)}::jsonb`)
  // An int[] cannot hold a larger id, and the cast would fail.
  if (storage === 'intArray') return `(${sql}) && ${param(arrayText(ids.filter(fitsInt)))}::int[]`
  const cast = integerCast(ids)
  if (ids.length === 1) return `(${sql}) = ${param(String(ids[0]))}::${cast}`
  return `(${sql}) = any(${param(arrayText(ids))}::${cast}[])`
}

function anyOf(ids: readonly number[], holds: (id: number) => string): string {
  return ids.length === 0 ? 'false' : `(${ids.map(holds).join(' or ')})`
}

function arrayText(ids: readonly number[]): string {
  return `{${ids.join(',')}}`
}
