import { useMemo } from 'react'
import { useQueries, type UseQueryResult } from '@tanstack/react-query'
import { describeRule, type Condition, type Rule } from '@steward/conditions'
import { levelOf } from '@steward/contracts/level'
import type { LevelField } from '../field/index.ts'
import { recordNamesQuery } from '../record/index.ts'
import { conditionWords } from './condition/condition.rules.ts'
import { itemsOf, overFields, ruleOfItem } from './filter-bar/filter-model.ts'
import type { ValueLookups } from '../value/index.ts'

const mostValues = 4

/** Stands for the conditions that are one chip of a filter bar. */
const active: Condition = { field: 'active', operator: 'isTrue' }

const withActive = (rule: Rule, over: readonly string[]): Rule =>
  'and' in rule
    ? { and: itemsOf(rule, over).flatMap((item) => ('active' in item ? [active] : ruleOfItem(item))) }
    : rule

/** A rule on one line, in the words of the filter chips; what asks about a field that is gone says so. */
export function ruleWords(rule: Rule, fields: readonly LevelField[], lookups: ValueLookups): string {
  const byName = new Map(fields.map((field) => [field.name, field]))
  const condition = (leaf: Condition) => {
    if (leaf === active) return 'Active'
    const field = byName.get(leaf.field)
    if (!field) return 'Field removed'
    return [field.displayName, ...conditionWords(leaf, field, lookups, mostValues)].filter(Boolean).join(' ')
  }
  return describeRule(withActive(rule, overFields(fields)), { find: () => undefined, condition })
}

const referenceTypes = ['organization', 'account', 'contact'] as const

function conditionsOf(rule: Rule): Condition[] {
  if ('and' in rule) return rule.and.flatMap(conditionsOf)
  if ('or' in rule) return rule.or.flatMap(conditionsOf)
  return 'not' in rule ? conditionsOf(rule.not) : [rule]
}

/** The records of a type that conditions of a rule name, by their ids. */
function idsOfType(rule: Rule, fields: readonly LevelField[], type: string): number[] {
  const names = new Set(fields.filter(({ dataType }) => dataType === type).map(({ name }) => name))
  const ids = conditionsOf(rule)
    .filter(({ field }) => names.has(field))
    .flatMap(({ value }) => value)
    .filter((id) => typeof id === 'number')
  return [...new Set(ids)].toSorted((one, other) => one - other)
}

const namesOf = (answers: UseQueryResult<Map<number, string>>[]) =>
  answers.flatMap(({ data }) => (data ? [...data] : []))

/** The lookups with the names of the records that a rule asks for, as soon as they are there. */
export function useRuleLookups(
  lookups: ValueLookups,
  rule: Rule,
  fields: readonly LevelField[],
): ValueLookups {
  const wanted = useMemo(() => referenceTypes.map((type) => idsOfType(rule, fields, type)), [rule, fields])
  const names = useQueries({
    queries: referenceTypes.map((type, at) => recordNamesQuery(levelOf(type), wanted[at]!)),
    combine: namesOf,
  })
  return useMemo(() => {
    if (names.length === 0) return lookups
    const byId = new Map(names)
    return { ...lookups, recordName: (id) => byId.get(id) ?? lookups.recordName(id) }
  }, [lookups, names])
}
