import {
  checkRule,
  OPERATORS,
  operatorsOf,
  operatorWords,
  type Condition,
  type Operator,
} from '@steward/conditions'
import type { FieldValue } from '@steward/contracts/value'
import type { LevelField } from '../../field/index.ts'
import { type ValueLookups, valueTypeOf } from '../../value/index.ts'

/** A condition as it is edited. With a fault it is unfinished: it can't be applied, and must not be saved. */
export type Draft = {
  condition: Condition
  /** The problem, as a sentence. */
  fault?: string
  /** The condition as the editor found it; none in a new one. */
  before?: Condition
}

/** The operator a new condition starts with: the one most filters want. */
export function firstOperator(field: LevelField): Operator {
  const preferred: Partial<Record<LevelField['kind'], Operator>> = {
    text: 'contains',
    number: 'greaterEqual',
    date: 'inNext',
    boolean: 'isTrue',
    reference: 'isSetTo',
    references: 'isSetTo',
  }
  return preferred[field.kind] ?? operatorsOf(field.kind)[0]!
}

/** The same condition with another operator; its value stays where the operator takes the same. */
export function withOperator(condition: Condition, operator: Operator): Condition {
  const { field, operator: before } = condition
  const same = OPERATORS[before].arity === OPERATORS[operator].arity
  return same ? { ...condition, operator } : { field, operator }
}

const isMissing = (value: unknown) => value === undefined || value === null || value === ''

const missing: Partial<Record<LevelField['kind'], string>> = {
  text: 'Enter a text.',
  number: 'Enter a number.',
  date: 'Enter a date.',
}

function missingValue({ operator, value }: Condition, { kind }: LevelField): string | undefined {
  const { arity } = OPERATORS[operator]
  if (arity === 'none' || !isMissing(value)) return undefined
  if (arity === 'many') return 'Choose at least one value.'
  if (arity === 'days') return 'Enter a number of days.'
  return arity === 'two' ? 'Enter both values.' : missing[kind]
}

// Rates are known to the server: an amount in any currency can be compared.
const money = { currencyDefinitionId: 0, factor: () => '1' }

/** What is missing or wrong in a condition, as a sentence; undefined when it can be applied. */
export function faultOf(condition: Condition, field: LevelField): string | undefined {
  const absent = missingValue(condition, field)
  if (absent) return absent
  const { name, kind, dataType } = field
  const { problems } = checkRule(condition, () => ({
    name,
    kind,
    ...(dataType === 'currency' && { money }),
  }))
  return problems[0]?.message
}

/** A condition with its fault. It is as its field wants it in a rule: an amount names its currency. */
export function draftOf(
  condition: Condition,
  field: LevelField | undefined,
  lookups: ValueLookups,
  before?: Condition,
): Draft {
  // Conditions on deleted fields match nothing, and may stay.
  const fault = field && faultOf(condition, field)
  if (fault || !field) return { condition, fault, before }
  return { condition: valueTypeOf(field).inFilter?.(condition, lookups) ?? condition, before }
}

/** What is left when the editor is left: an unfinished condition becomes what it was, a new one goes. */
export function settled(drafts: readonly Draft[]): readonly Condition[] {
  return drafts.flatMap(({ condition, fault, before }) => (fault ? (before ?? []) : condition))
}

/** Those of the drafts that can be applied. */
export function finished(drafts: readonly Draft[]): readonly Condition[] {
  return drafts.flatMap(({ condition, fault }) => (fault ? [] : condition))
}

const one = (field: LevelField, value: unknown, lookups: ValueLookups, condition: Condition): string => {
  const { filterText, text } = valueTypeOf(field)
  return filterText ? filterText(value, lookups, field, condition) : text(value as FieldValue, lookups, field)
}

const truth: Partial<Record<Operator, [string, string]>> = { isTrue: ['is', 'Yes'], isFalse: ['is', 'No'] }

/** Chips count values from the third on. */
const mostOnChips = 2

/**
 * A condition in words: operator and value apart, so that a chip can set them apart. From more than
 * `most` values on they are counted.
 */
export function conditionWords(
  condition: Condition,
  field: LevelField,
  lookups: ValueLookups,
  most = mostOnChips,
): [operator: string, value: string] {
  const { operator, value } = condition
  const said = truth[operator]
  if (said) return said
  const words = operatorWords(operator, field.kind)
  const { arity } = OPERATORS[operator]
  if (arity === 'none' || isMissing(value)) return [words, '']
  if (arity === 'days') return [words, `${Number(value)} ${value === 1 ? 'day' : 'days'}`]
  const values = (Array.isArray(value) ? value : [value]).map((item) => one(field, item, lookups, condition))
  if (arity === 'two') return [words, values.join(' and ')]
  return values.length > most ? [`${words} any of`, `${values.length} values`] : [words, values.join(' or ')]
}
