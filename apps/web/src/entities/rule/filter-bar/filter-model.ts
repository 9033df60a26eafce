import type { Condition, Rule } from '@steward/conditions'

/**
 * One chip: conditions of which any one must hold (mostly a single one), those that leave out what is over, or a
 * deeper rule as it is.
 */
export type FilterItem = { any: readonly Condition[] } | { active: readonly Condition[] } | { rule: Rule }

const isCondition = (rule: Rule): rule is Condition => 'field' in rule

function itemOf(rule: Rule): FilterItem {
  if (isCondition(rule)) return { any: [rule] }
  const isFlatOr = 'or' in rule && rule.or.length > 0 && rule.or.every(isCondition)
  return isFlatOr ? { any: rule.or as Condition[] } : { rule }
}

const isNot = (item: FilterItem | undefined, field: string): item is { any: readonly [Condition] } =>
  item !== undefined &&
  'any' in item &&
  item.any.length === 1 &&
  item.any[0]!.field === field &&
  item.any[0]!.operator === 'isFalse'

const overNames = ['entityArchived', 'churned']

/** The fields by which records of a level are over, in the order in which one chip asks for them. */
export const overFields = (fields: readonly { name: string }[]): readonly string[] =>
  overNames.filter((name) => fields.some((field) => field.name === name))

/** Neither archived nor churned, one after the other, is one chip. */
function joined(items: readonly FilterItem[], over: readonly string[]): FilterItem[] {
  const isOver = (at: number) => over.every((field, nth) => isNot(items[at + nth], field))
  const at = over.length > 0 ? items.findIndex((_, index) => isOver(index)) : -1
  if (at < 0) return [...items]
  const active = items.slice(at, at + over.length).flatMap((item) => ('any' in item ? item.any : []))
  return items.toSpliced(at, over.length, { active })
}

/** A filter as the chips of a filter bar, all of which must hold. */
export function itemsOf(filter: Rule, fields: readonly string[] = overNames): FilterItem[] {
  return joined('and' in filter ? filter.and.map(itemOf) : [itemOf(filter)], fields)
}

export function ruleOfItem(item: FilterItem): Rule[] {
  if ('rule' in item) return [item.rule]
  if ('active' in item) return [...item.active]
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
