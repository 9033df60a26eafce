import { levelOf, type LevelId } from '@steward/contracts/level'
import { starterFieldNames } from '@steward/contracts/plain/starter-field'
import {
  headerWidgets,
  mostWidgets,
  renewalDays,
  type StatBarScope,
} from '@steward/contracts/plain/user-settings/stat-bar'
import type { StatBar } from '@steward/contracts/user-settings/stat-bar'

/** The part of a field that decides which widgets there are. */
export interface WidgetField {
  name: string
  displayName: string
  dataType: string
  /** null for a built-in field */
  fieldId: number | null
  visible: boolean
}

interface Widget {
  key: string
  label: string
  /** Whether it is shown until its reader chooses. */
  isUsual: boolean
}

/** The starter fields that a level still has, as the types that they start with. */
function starterFieldsOf(fields: readonly WidgetField[]) {
  const has = (name: string, dataType: string) =>
    fields.some((field) => field.name === name && field.dataType === dataType && field.visible)
  const { arr, renewalDate, healthChange } = starterFieldNames
  return {
    hasArr: has(arr, 'currency'),
    hasRenewal: has(renewalDate, 'date'),
    hasHealthChange: has(healthChange, 'number'),
  }
}

const when = (holds: boolean, key: string, label: string, isUsual = true): Widget[] =>
  holds ? [{ key, label, isUsual }] : []

/** `sum(seats)` and `average(seats)` of the custom fields that have no widget of their own. */
function totalsOf(
  fields: readonly WidgetField[],
  { taken, isMoneyUsual }: { taken: ReadonlySet<string>; isMoneyUsual: boolean },
): Widget[] {
  return fields
    .filter(({ name, fieldId, visible }) => fieldId !== null && visible && !taken.has(name))
    .flatMap(({ name, displayName, dataType }) => [
      ...when(
        ['currency', 'number'].includes(dataType),
        `sum(${name})`,
        `${displayName}, sum`,
        isMoneyUsual && dataType === 'currency',
      ),
      ...when(dataType === 'number', `average(${name})`, `${displayName}, average`, false),
    ])
}

/**
 * The total is usual only where there is nothing else: below the rows every list says how many it has. Pipelines have no
 * stages; their amounts are what they are about.
 */
function listWidgets(level: LevelId, fields: readonly WidgetField[]): Widget[] {
  const { hasArr, hasRenewal, hasHealthChange } = starterFieldsOf(fields)
  const isCustomer = level < 3
  const isPipeline = level === 4
  const { arr, healthChange } = starterFieldNames
  const taken = new Set<string>(isCustomer ? [arr, healthChange] : [])
  const totals = totalsOf(fields, { taken, isMoneyUsual: isPipeline })
  const isAlone = isPipeline && !totals.some(({ isUsual }) => isUsual)
  return [
    ...when(true, 'total', `Total ${levelOf(level).plural}`, isAlone),
    ...when(isCustomer && hasArr, 'arr', 'ARR'),
    ...when(isCustomer && hasArr, 'atRiskArr', 'At-risk ARR'),
    ...when(isCustomer, 'averageHealth', 'Average health'),
    ...when(isCustomer && hasRenewal, 'renewals', `Renewals in ${renewalDays} days`),
    ...when(!isPipeline, 'stages', 'Lifecycle stages'),
    ...when(isCustomer && hasArr && hasHealthChange, 'fallingArr', 'ARR with falling health', false),
    ...totals,
  ]
}

const headerLabels = {
  arr: 'ARR',
  renewal: 'Renewal',
  healthTrend: 'Health, 30 days',
  lastContact: 'Last contact',
  nextStep: 'Next step',
} as const

function pageWidgets(level: LevelId, fields: readonly WidgetField[]): Widget[] {
  const { hasArr, hasRenewal, hasHealthChange } = starterFieldsOf(fields)
  const needs: Readonly<Record<string, boolean>> = {
    arr: hasArr,
    renewal: hasRenewal,
    healthTrend: level < 3 && hasHealthChange,
  }
  return headerWidgets.flatMap((key) => when(needs[key] ?? true, key, headerLabels[key]))
}

/** The widgets that a scope and level have, in the order in which they are offered. */
export function widgetsOf(scope: StatBarScope, level: LevelId, fields: readonly WidgetField[]): Widget[] {
  return scope === 'list' ? listWidgets(level, fields) : pageWidgets(level, fields)
}

/** The stat bar of someone who chose `kept`; null: has not chosen. Widgets of deleted fields are left out. */
export function presentStatBar(widgets: readonly Widget[], kept: readonly string[] | null): StatBar {
  const known = new Set(widgets.map(({ key }) => key))
  const usual = widgets.filter(({ isUsual }) => isUsual).map(({ key }) => key)
  return {
    widgets: kept ? kept.filter((key) => known.has(key)) : usual.slice(0, mostWidgets),
    available: widgets.map(({ key, label }) => ({ key, label })),
    isDefault: kept === null,
  }
}

/** The first key that there is no widget of. */
export function unknownKey(widgets: readonly Widget[], keys: readonly string[]): string | undefined {
  return keys.find((asked) => !widgets.some(({ key }) => key === asked))
}
