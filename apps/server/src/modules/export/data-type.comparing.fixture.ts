import { fold, OPERATORS, type Operator } from '@steward/conditions'
import { dataTypes, type CustomDataType } from '@steward/contracts/data-type'
import type { CurrencyValue, FieldValue } from '@steward/contracts/value'
import { plainTextOf } from '@steward/rich-text'
import { longest } from './data-type.fixture.ts'

/** The words of a long text, as filters and orders read it. */
export const wordsOf = (type: CustomDataType, value: FieldValue | null): FieldValue | null =>
  type === 'longText' && typeof value === 'string' ? plainTextOf(value) : value

/** A long text as far as a cell of a workbook holds it. */
export const cutText = (value: FieldValue | null | undefined): FieldValue | null =>
  typeof value === 'string' ? value.slice(0, longest.cell) : (value ?? null)

const firstSigns = (value: unknown) => [...String(value)].slice(0, 3).join('').trim()

/** Operands to compare with: values that are there, and their neighbors. */
export function operands(operator: Operator, kind: string, samples: readonly unknown[]): unknown[] {
  const { arity } = OPERATORS[operator]
  if (arity === 'none') return [undefined]
  if (arity === 'days') return [0, 30, 36_525]
  const some = samples.filter((_, at) => at % 5 === 0).slice(0, 4)
  if (arity === 'two') {
    const sorted = some.toSorted((one, other) => ((one as number) < (other as number) ? -1 : 1))
    return [
      [sorted[0], sorted.at(-1)],
      [sorted[1], sorted[1]],
    ]
  }
  if (arity === 'many') return [[...new Set(some.flat().slice(0, 3))], [...new Set(some.flat().slice(-1))]]
  if (kind !== 'text') return some
  return some
    .map((one) => (String(one).length > 200 || operator !== 'equals' ? firstSigns(one) : one))
    .filter(Boolean)
}

/** The key that a value sorts by, as far as it is known without the names that ids stand for. */
export function sortKey(type: CustomDataType, value: FieldValue): number | string | undefined {
  const { kind } = dataTypes[type]
  if (kind === 'text') return codePoints(fold(String(wordsOf(type, value))).slice(0, 250))
  if (kind === 'boolean') return Number(value)
  if (kind === 'number') return type === 'currency' ? (value as CurrencyValue).value : (value as number)
  return kind === 'date' ? String(value) : undefined
}

/** Text in the order of its code points, as the database has it; JavaScript compares halves of signs. */
function codePoints(folded: string): string {
  return [...folded].map((sign) => sign.codePointAt(0)!.toString(16).padStart(6, '0')).join('')
}
