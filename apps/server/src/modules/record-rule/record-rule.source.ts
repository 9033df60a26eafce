import type { Rule, RuleField } from '@steward/conditions'
import type { LevelId } from '@steward/contracts/level'
import type { Reckoning } from '../currency/index.ts'
import type { Catalogue, CatalogueField } from '../field/index.ts'
import { bindRule, type BoundRule, type RuleSource } from '../rule-source/index.ts'
import { reachField, type ReachedField } from './record-rule.columns.ts'

/** A rule that is bound to the fields of records. */
export type RecordRule = BoundRule<ReachedField>

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

/** A field of a record in the terms of the rule language. */
export function describeField(
  field: CatalogueField,
  { stages, reckoning }: Pick<RecordSource, 'stages' | 'reckoning'>,
): RuleField {
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

/** What tells a rule about records where its names lead. */
interface RecordSource {
  catalogueOf: (level: LevelId) => Catalogue
  /** All stages of the tenant: a rule on a stage that is gone is broken, not wrong. */
  stages: ReadonlySet<number>
  /** Amounts in a rule are in the currency that is seen, or in the one that they name. */
  reckoning: Reckoning
}

/** Binds a filter to the fields of a level. Throws `invalid_input` at the paths below `root`. */
export function bindRecordRule(
  filter: string | Rule | undefined,
  level: LevelId,
  source: RecordSource,
  root?: string,
): RecordRule {
  const fields: RuleSource<ReachedField> = {
    find: (name) => reachField(name, source.catalogueOf, level),
    describe: ({ field }) => describeField(field, source),
  }
  return bindRule(filter, fields, root)
}
