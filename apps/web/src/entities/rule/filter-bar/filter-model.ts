import {
  checkRule,
  OPERATORS,
  operatorsOf,
  operatorWords,
  type Condition,
  type Operator,
  type Rule,
} from '@steward/conditions'
import type { FieldValue } from '@steward/contracts/value'
import type { LevelField } from '../../field/index.ts'
import { type ValueLookups, valueTypeOf } from '../../value/index.ts'

/** One chip: conditions of which any one must hold (mostly a single one), or a deeper rule as it is. */
export type FilterItem = { any: readonly Condition[] } | { rule: Rule }

const isCondition = (rule: Rule): rule is Condition => 'field' in rule

function itemOf(rule: Rule): FilterItem {
  if (isCondition(rule)) return { any: [rule] }
  const isFlatOr = 'or' in rule && rule.or.length > 0 && rule.or.every(isCondition)
  return isFlatOr ? { any: rule.or as Condition[] } : { rule }
}

/** A filter as the chips of a filter bar, all of which must hold. */
export function itemsOf(filter: Rule): FilterItem[] {
  return 'and' in filter ? filter.and.map(itemOf) : [itemOf(filter)]
}

function ruleOfItem(item: FilterItem): Rule[] {
  if ('rule' in item) return [item.rule]
  const [only, ...more] = item.any
  if (!only) return []
  return more.length === 0 ? [only] : [{ or: [...item.any] }]
}

/** The filter that chips stand for; the other way round from `itemsOf`. */
export function filterOf(items: readonly FilterItem[]): Rule {
  return { and: items.flatMap(ruleOfItem) }
}

/** The filter once a chip holds other conditions; without any it stands for nothing. */
export function withConditions(items: readonly FilterItem[], index: number, any: readonly Condition[]): Rule {
  return filterOf(items.toSpliced(index, 1, { any }))
}

/** Sets the ids that a field must have one of; none takes the condition away. */
export function withIds(filter: Rule, field: string, ids: readonly number[]): Rule {
  const others = itemsOf(filter).filter(
    (item) => !('any' in item && item.any.length === 1 && item.any[0]!.field === field),
  )
  if (ids.length === 0) return filterOf(others)
  return filterOf([...others, { any: [{ field, operator: 'isSetTo', value: [...ids] }] }])
}

/** The ids that a plain condition of the filter asks a field for. */
export function idsOf(filter: Rule, field: string): readonly number[] {
  for (const item of itemsOf(filter)) {
    const condition = 'any' in item && item.any.length === 1 ? item.any[0]! : undefined
    if (condition?.field !== field || condition.operator !== 'isSetTo') continue
    return Array.isArray(condition.value) ? condition.value : [condition.value as number]
  }
  return []
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

/** The same condition under another operator; what was given stays where it still fits. */
export function withOperator(condition: Condition, operator: Operator): Condition {
  const { field, operator: before } = condition
  const same = OPERATORS[before].arity === OPERATORS[operator].arity
  return same ? { ...condition, operator } : { field, operator }
}

/** What is wrong with a condition, as a sentence; undefined when it can be applied. */
export function faultOf(condition: Condition, field: LevelField): string | undefined {
  const { problems } = checkRule(condition, () => ({ name: field.name, kind: field.kind }))
  return problems[0]?.message
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
  if (arity === 'none') return [words, '']
  if (arity === 'days') return [words, `${Number(value)} ${value === 1 ? 'day' : 'days'}`]
  const values = (Array.isArray(value) ? value : [value]).map((item) => one(field, item, lookups, condition))
  if (arity === 'two') return [words, values.join(' and ')]
  return values.length > most ? [`${words} any of`, `${values.length} values`] : [words, values.join(' or ')]
}
