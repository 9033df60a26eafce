import {
  checkRule,
  evaluateRule,
  fieldsOf,
  parseRule,
  ruleToSql,
  type CheckedRule,
  type Rule,
  type RuleField,
} from '@steward/conditions'
import type { LevelId } from '@steward/contracts/level'
import { invalid } from '../../platform/errors.ts'
import type { Reckoning } from '../currency/index.ts'
import type { Catalogue, CatalogueField } from '../field/index.ts'
import type { Count } from '../record/index.ts'
import { reachField, type ReachedField, type RecordColumn } from './record-list.columns.ts'

export interface Filter {
  checked: CheckedRule
  /** API names of the fields it asks about. */
  fields: ReadonlySet<string>
  broken: { field: string; message: string }[]
  reach: (name: string) => ReachedField | undefined
}

const hasNamedOptions: ReadonlySet<string> = new Set(['singlePicklist', 'multiPicklist', 'churnReason'])

function optionIds(field: CatalogueField, stages: ReadonlySet<number>): ReadonlySet<number> | undefined {
  if (field.dataType === 'lifecycleStage') return stages
  if (!hasNamedOptions.has(field.dataType)) return undefined
  return new Set(field.options.map((option) => option.id))
}

/** The options below others, by those above them. */
function optionsBelow({ options }: CatalogueField): ReadonlyMap<number, readonly number[]> | undefined {
  const below = options.filter(({ above }) => above !== undefined)
  if (below.length === 0) return undefined
  const groups = Map.groupBy(below, ({ above }) => above as number)
  return new Map([...groups].map(([above, some]) => [above, some.map(({ id }) => id)]))
}

function moneyOf({ dataType }: CatalogueField, { display, factors }: Reckoning): Pick<RuleField, 'money'> {
  if (dataType !== 'currency') return {}
  const { currencyDefinitionId } = display
  return { money: { currencyDefinitionId, factor: (id) => factors.get(id) } }
}

function toRuleField({ field }: ReachedField, { stages, reckoning }: RuleSource): RuleField {
  const allowed = optionIds(field, stages)
  const below = optionsBelow(field)
  return {
    name: field.name,
    kind: field.kind,
    label: field.displayName,
    ...(allowed ? { allowed } : {}),
    ...(below ? { below } : {}),
    ...moneyOf(field, reckoning),
  }
}

/** What a rule is read against. */
export interface RuleSource {
  catalogueOf: (level: LevelId) => Catalogue
  /** All stages of the tenant: a rule on a stage that is gone is broken, not wrong. */
  stages: ReadonlySet<number>
  /** Amounts in a rule are in the currency that is seen, or in the one that they name. */
  reckoning: Reckoning
}

/** Reads a rule. Throws `invalid_input` at the paths below `root`. */
export function readFilter(
  input: string | Rule | undefined,
  level: LevelId,
  source: RuleSource,
  root = 'filter',
): Filter {
  const at = (path: string) => (path === '' ? root : `${root}.${path}`)
  const parsed =
    input === undefined || input === '' ? { ok: true as const, rule: { and: [] } } : parseRule(input)
  if (!parsed.ok) {
    throw invalid(
      'filter.invalid',
      Object.fromEntries(parsed.problems.map((problem) => [at(problem.path), problem.message])),
    )
  }
  const reach = (name: string) => reachField(name, source.catalogueOf, level)
  const { rule: checked, problems } = checkRule(parsed.rule, (name) => {
    const reached = reach(name)
    return reached && toRuleField(reached, source)
  })
  const wrong = problems.filter((problem) => problem.fault === 'invalid')
  if (wrong.length > 0) {
    throw invalid(
      'filter.invalid',
      Object.fromEntries(wrong.map((problem) => [at(problem.path), problem.message])),
    )
  }
  const broken = problems.map(({ field, message }) => ({ field, message }))
  return { checked, fields: fieldsOf(parsed.rule), broken, reach }
}

/** The rule as a condition; `columnOf` says where the fields lie that it asks about. */
export function filterSql(
  filter: Filter,
  today: string,
  param: (value: unknown) => string,
  columnOf: (reached: ReachedField) => RecordColumn,
): string {
  return ruleToSql(filter.checked, {
    today,
    param,
    column: (name) => columnOf(filter.reach(name) as ReachedField),
  })
}

/** What the kept counts know of a record, by field key. */
const countedKeys: Readonly<Record<string, (count: Count) => unknown>> = {
  archived: (count) => count.archived,
  churned: (count) => count.churned,
  stageId: (count) => count.stageId || null,
  pipelineType: (count) => count.pipelineType || null,
  statusId: (count) => count.statusId || null,
}

/** Whether a field is among what the kept counts count by. */
export function isCountedField(field: CatalogueField): boolean {
  return field.key in countedKeys
}

/** Whether the kept counts can answer the filter: all its fields are among what they count by. */
export function isCounted(filter: Filter): boolean {
  return [...filter.fields].every((name) => {
    const reached = filter.reach(name)
    return reached === undefined || (reached.parent === null && isCountedField(reached.field))
  })
}

/** The counts that match: the same rule language, asked in memory of each combination. */
export function matchingCounts(filter: Filter, counts: readonly Count[], today: string): Count[] {
  return counts.filter((count) =>
    evaluateRule(
      filter.checked,
      (name) => {
        const key = filter.reach(name)?.field.key
        return key === undefined ? undefined : countedKeys[key]?.(count)
      },
      { today },
    ),
  )
}
