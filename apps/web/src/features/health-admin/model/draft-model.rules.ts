import type { HealthBounds, HealthMeasure, HealthModel, HealthRule } from '@steward/contracts/health'

/** Whom measures and bounds are about: null for all records, else those in a stage. */
export type Scope = number | null

export interface RuleDraft {
  key: string
  operator: HealthRule['operator']
  /** null while nothing was entered, NaN where no number was. */
  value: HealthRule['value'] | null
  points: number | null
}

export interface MeasureDraft extends Pick<HealthMeasure, 'name' | 'period' | 'missing' | 'groupId'> {
  key: string
  /** null while it was never saved. */
  scoreId: number | null
  stage: Scope
  metric: string | null
  rules: readonly RuleDraft[]
  otherwise: number | null
  weight: number | null
  /** It counts only beside others. */
  supporting: boolean
}

export interface GroupDraft {
  groupId: number
  name: string
  weight: number | null
}

/** What the section of the measures is about. */
export interface MeasuresPart {
  source: HealthModel['source']
  groups: readonly GroupDraft[]
  measures: readonly MeasureDraft[]
}

let lastKey = 0

function newKey(): string {
  lastKey += 1
  return `new-${lastKey}-${Date.now().toString(36)}`
}

export const ruleDraft = (operator: HealthRule['operator'], points: number | null = null): RuleDraft => ({
  key: newKey(),
  operator,
  value: null,
  points,
})

/** A measure that is being added: everything that has to be said about it is still open. */
export const measureDraft = (stage: Scope): MeasureDraft => ({
  key: newKey(),
  scoreId: null,
  stage,
  name: '',
  metric: null,
  period: null,
  rules: [ruleDraft('gte')],
  otherwise: 0,
  weight: 1,
  missing: 'ignore',
  groupId: null,
  supporting: false,
})

/** The same measure for another scope. */
export const copyFor = (stage: Scope, measure: MeasureDraft): MeasureDraft => ({
  ...measure,
  key: newKey(),
  scoreId: null,
  stage,
})

function draftOf(measure: HealthMeasure): MeasureDraft {
  const { scoreId, scope, scopeReferenceId, rules, name, metric, period, otherwise, weight, missing } =
    measure
  return {
    key: `m${scoreId}`,
    scoreId,
    stage: scope === 1 ? null : scopeReferenceId,
    name,
    metric,
    period,
    rules: rules.map((rule, at) => ({ key: `m${scoreId}-${at}`, ...rule })),
    otherwise,
    weight,
    missing,
    groupId: measure.groupId,
    supporting: measure.supporting ?? false,
  }
}

export function partOf({ source, groups, measures }: HealthModel): MeasuresPart {
  return { source, groups, measures: measures.map(draftOf) }
}

/** A measure as it is sent. Only one without problems may be. */
function measureOf(draft: MeasureDraft, level: HealthMeasure['entityLevelId']) {
  const { scoreId, stage, name, metric, period, rules, otherwise, weight, missing, groupId, supporting } =
    draft
  return {
    scoreId,
    scope: stage === null ? (1 as const) : (2 as const),
    scopeReferenceId: stage,
    entityLevelId: level,
    name: name.trim(),
    metric: metric ?? '',
    period,
    rules: rules.map(({ operator, value, points }) => ({ operator, value: value ?? 0, points: points ?? 0 })),
    otherwise: otherwise ?? 0,
    weight: weight ?? 0,
    missing,
    groupId,
    ...(supporting && { supporting }),
  }
}

/** A draft as it is sent: measures, groups and bounds in their order. */
export function modelOf(
  part: MeasuresPart,
  bounds: readonly HealthBounds[],
  level: HealthMeasure['entityLevelId'],
) {
  return {
    source: part.source,
    groups: part.groups.map(({ groupId, name, weight }) => ({
      groupId,
      name: name.trim(),
      weight: weight ?? 0,
    })),
    measures: part.measures.map((measure) => measureOf(measure, level)),
    bounds: [...bounds],
  }
}

/** Equal texts are equal measures; what was entered and is not a number differs from nothing. */
export function fingerprint(value: unknown): string {
  return JSON.stringify(value, (_, one: unknown) => (Number.isNaN(one) ? 'no number' : one))
}

const withoutKeys = (measure: MeasureDraft) => ({
  ...measure,
  key: '',
  rules: measure.rules.map((rule) => ({ ...rule, key: '' })),
})

export const measurePrint = (measure: MeasureDraft) => fingerprint(withoutKeys(measure))

export const partPrint = ({ source, groups, measures }: MeasuresPart) =>
  fingerprint([source, groups, measures.map(withoutKeys)])

const weightOf = ({ weight }: { weight: number | null }): number => weight || 0

/** The share of the score that a measure makes up where all have data, 0 to 1. */
export function shareOf(measure: MeasureDraft, { measures, groups }: MeasuresPart): number {
  const beside = measures.filter(({ stage }) => stage === measure.stage)
  const inGroup = (id: number | null) => beside.filter(({ groupId }) => groupId === id)
  const sum = (members: readonly MeasureDraft[]) => members.reduce((all, one) => all + weightOf(one), 0)
  const groupWeight = (id: number | null): number =>
    id === null ? 1 : weightOf(groups.find(({ groupId }) => groupId === id) ?? { weight: 0 })
  const used = [...new Set(beside.map(({ groupId }) => groupId))].filter((id) => sum(inGroup(id)) > 0)
  const all = used.reduce<number>((total, id) => total + groupWeight(id), 0)
  const own = sum(inGroup(measure.groupId))
  if (all === 0 || own === 0) return 0
  return (weightOf(measure) / own) * (groupWeight(measure.groupId) / all)
}
