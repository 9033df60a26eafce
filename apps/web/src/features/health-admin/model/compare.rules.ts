import type { HealthBounds, HealthMeasure, HealthMetric, HealthModel } from '@steward/contracts/health'
import { periodWords } from '../../../entities/health/index.ts'
import { numberText } from '../../../ui/reader.ts'
import { operatorWords, policyWords, supportingWords } from './measure-words.ts'

export interface ModelChange {
  kind: 'added' | 'removed' | 'changed'
  what: string
  /** In words; of what was added, what it is. */
  details: readonly { label: string; before: string | null; after: string | null }[]
}

/** How things are called in a comparison. */
export interface ModelNames {
  metrics: readonly HealthMetric[]
  stages: ReadonlyMap<number, string>
}

const scopeWords = (stage: number | null, { stages }: ModelNames) =>
  stage === null ? '' : ` (${stages.get(stage) ?? 'a deleted stage'})`

const metricOf = (key: string, { metrics }: ModelNames) => metrics.find((metric) => metric.key === key)

function valueWords(
  value: HealthMeasure['rules'][number]['value'],
  metric: HealthMetric | undefined,
): string {
  if (Array.isArray(value)) return value.map((one) => valueWords(one, metric)).join(', ')
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  const option = metric?.options.find(({ id }) => id === value)
  return option?.displayName ?? `${numberText(value)}${metric?.unit ? ` ${metric.unit}` : ''}`
}

/** Each threshold in words: "at most 14 days: 10 points". */
function ruleFacts({ rules, metric: key }: HealthMeasure, names: ModelNames): Record<string, string> {
  const metric = metricOf(key, names)
  const facts = rules.map(({ operator, value, points }, at) => [
    `Threshold ${at + 1}`,
    `${operatorWords[operator]} ${valueWords(value, metric)}: ${points} points`,
  ])
  return Object.fromEntries(facts) as Record<string, string>
}

function measureFacts(measure: HealthMeasure, model: HealthModel, names: ModelNames): Record<string, string> {
  const { name, metric, period, weight, missing, groupId } = measure
  return {
    Name: name,
    Measures: metricOf(metric, names)?.displayName ?? metric,
    Time: period ? periodWords[period] : '–',
    ...ruleFacts(measure, names),
    Otherwise: `${measure.otherwise} points`,
    Weight: String(weight),
    Group: model.groups.find((group) => group.groupId === groupId)?.name ?? '–',
    "If there's no data": policyWords[missing].label,
    ...(measure.supporting && { [supportingWords.label]: 'yes' }),
  }
}

type Facts = Readonly<Record<string, string>>

/** What is unlike between two lists of facts about the same thing. */
function unlike(before: Facts, after: Facts): ModelChange['details'] {
  return [...new Set([...Object.keys(after), ...Object.keys(before)])]
    .filter((label) => before[label] !== after[label])
    .map((label) => ({ label, before: before[label] ?? null, after: after[label] ?? null }))
}

interface Thing {
  id: string
  what: string
  facts: Facts
}

function compareThings(before: readonly Thing[], after: readonly Thing[]): ModelChange[] {
  const old = new Map(before.map((thing) => [thing.id, thing]))
  const now = new Set(after.map(({ id }) => id))
  const kept = after.flatMap(({ id, what, facts }): ModelChange[] => {
    const was = old.get(id)
    if (!was) {
      const details = Object.entries(facts).map(([label, value]) => ({ label, before: null, after: value }))
      return [{ kind: 'added', what, details }]
    }
    const details = unlike(was.facts, facts)
    return details.length > 0 ? [{ kind: 'changed', what, details }] : []
  })
  const gone = before.filter(({ id }) => !now.has(id))
  return [...kept, ...gone.map(({ what }): ModelChange => ({ kind: 'removed', what, details: [] }))]
}

function measures(model: HealthModel, names: ModelNames): Thing[] {
  return model.measures.map((measure) => ({
    id: String(measure.scoreId),
    what: `Measure ${measure.name}${scopeWords(measure.scopeReferenceId, names)}`,
    facts: measureFacts(measure, model, names),
  }))
}

const groups = (model: HealthModel): Thing[] =>
  model.groups.map(({ groupId, name, weight }) => ({
    id: String(groupId),
    what: `Group ${name}`,
    facts: { Name: name, Weight: String(weight) },
  }))

const boundsFacts = ({ config: { lowerBound, upperBound } }: HealthBounds): Facts => ({
  'Poor below': String(lowerBound),
  'Good from': String(upperBound),
})

const bounds = (model: HealthModel, names: ModelNames): Thing[] =>
  model.bounds.map((one) => ({
    id: String(one.scopeReferenceId),
    what: `Score bands${scopeWords(one.scopeReferenceId, names)}`,
    facts: boundsFacts(one),
  }))

const howWords = {
  average: 'average of its accounts',
  worst: 'worst of its accounts',
  weighted: 'accounts, weighted by money',
}

const source = ({ source: from }: HealthModel): Thing[] => [
  {
    id: 'source',
    what: 'Source of the score',
    facts: { From: from.from === 'measures' ? 'measures' : howWords[from.how] },
  },
]

function placesOf({ measures: list }: HealthModel): string[] {
  return list.map(({ scoreId }) => String(scoreId))
}

/** Whether what both models have is in another order. */
function isReordered(before: HealthModel, after: HealthModel): boolean {
  const [old, now] = [placesOf(before), placesOf(after)]
  return old.filter((id) => now.includes(id)).join() !== now.filter((id) => old.includes(id)).join()
}

/** What was added, removed and changed from one model to another. */
export function compareModels(before: HealthModel, after: HealthModel, names: ModelNames): ModelChange[] {
  return [
    ...compareThings(source(before), source(after)),
    ...compareThings(groups(before), groups(after)),
    ...compareThings(measures(before, names), measures(after, names)),
    ...compareThings(bounds(before, names), bounds(after, names)),
    ...(isReordered(before, after)
      ? [{ kind: 'changed' as const, what: 'Order of the measures', details: [] }]
      : []),
  ]
}
