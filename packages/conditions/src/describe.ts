import { OPERATORS, operatorWords, type RuleKind } from './operator.ts'
import type { Condition, Rule, RuleField } from './rule.ts'

export interface RuleLabels {
  /** The field's label and kind; a field that is not found is shown by its name. */
  find: (name: string) => RuleField | undefined
  /** A value in words (the name of an option, a date as the reader writes it); nothing for the value as it is. */
  value?: (field: RuleField, value: unknown) => string | undefined
  /** A whole condition in the reader's own words; nothing for the usual ones. */
  condition?: (condition: Condition) => string | undefined
}

/** The rule in words, on one line, for example `Health is less than 5 and (Stage is Trial or Plan is not set)`. */
export function describeRule(rule: Rule, labels: RuleLabels): string {
  const plainest = withoutWrapping(rule)
  if ('and' in plainest) return joined(plainest.and, 'and', 'everything', labels)
  if ('or' in plainest) return joined(plainest.or, 'or', 'nothing', labels)
  if ('not' in plainest) return `not (${describeRule(plainest.not, labels)})`
  return labels.condition?.(plainest) ?? describeCondition(plainest, labels)
}

/** A group of one says no more than the one. */
function withoutWrapping(rule: Rule): Rule {
  const below = 'and' in rule ? rule.and : 'or' in rule ? rule.or : []
  return below.length === 1 && below[0] !== undefined ? withoutWrapping(below[0]) : rule
}

function joined(rules: Rule[], word: 'and' | 'or', empty: string, labels: RuleLabels): string {
  if (rules.length === 0) return empty
  return rules.map((rule) => bracketed(withoutWrapping(rule), labels)).join(` ${word} `)
}

function bracketed(rule: Rule, labels: RuleLabels): string {
  const text = describeRule(rule, labels)
  const isGroup = ('and' in rule && rule.and.length > 0) || ('or' in rule && rule.or.length > 0)
  return isGroup ? `(${text})` : text
}

function describeCondition({ field: name, operator, value }: Condition, labels: RuleLabels): string {
  const field = labels.find(name)
  const start = `${field?.label ?? name} ${operatorWords(operator, field?.kind)}`
  const { arity } = OPERATORS[operator]
  if (arity === 'none') return start
  if (arity === 'days') return `${start} ${String(value)} ${value === 1 ? 'day' : 'days'}`
  const show = (item: unknown) => (field && labels.value?.(field, item)) ?? plain(item, field?.kind)
  const values = Array.isArray(value) ? value : [value]
  return `${start} ${values.map(show).join(arity === 'two' ? ' and ' : ' or ')}`
}

function plain(value: unknown, kind: RuleKind | undefined): string {
  if (value === undefined) return '…'
  return typeof value === 'string' && kind !== 'date' ? `“${value}”` : String(value)
}
