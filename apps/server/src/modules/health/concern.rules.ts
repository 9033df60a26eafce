import type { RecordChanged } from '@steward/contracts/event/record.event'
import type { HealthModel } from '@steward/contracts/health'
import type { LevelId } from '@steward/contracts/level'
import { pipelineStatuses, pipelineTypes } from '@steward/contracts/plain/built-in-value'

const idOf = (all: readonly { id: number; name: string }[], wanted: string): number =>
  all.find(({ name }) => name === wanted)?.id as number

/** The type of a pipeline that is a risk. */
export const riskType = idOf(pipelineTypes, 'Risk')
export const openStatus = idOf(pipelineStatuses, 'Open')
export const realisedStatus = idOf(pipelineStatuses, 'Realised')

/** The key of the metric. */
export const risksKey = 'risks'

/** The keys of a pipeline by which a number of risks becomes another one. */
export const riskKeys = ['pipelineType', 'statusId', 'archived', 'organizationId', 'accountId'] as const

/** Whether nothing is measured at all: such a level has no scores. */
export function isEmptyModel({ source, measures }: HealthModel): boolean {
  return source.from === 'measures' && measures.length === 0
}

/** The inputs that the published models of a tenant read. */
export interface Concern {
  /** The levels that have scores. */
  levels: LevelId[]
  /** Organizations take the score of their accounts. */
  toOrganizations: boolean
  /** The levels whose records are scored by the risks of pipelines below them. */
  riskLevels: LevelId[]
  /** The keys of records that any of the models reads. */
  keys: string[]
}

/** What every model may depend on, whatever it measures. */
const always = [
  'stageId',
  'pulse',
  'statusId',
  'pipelineType',
  'health',
  'archived',
  'churned',
  'organizationId',
  'accountId',
] as const

function fieldsOf({ source, measures }: HealthModel): string[] {
  const weights = source.from === 'accounts' && source.how === 'weighted' ? [String(source.fieldId)] : []
  const measured = measures.flatMap(({ metric }) => /^field:(\d+)$/.exec(metric)?.[1] ?? [])
  return [...weights, ...measured]
}

/** Whether a model measures a field, or weighs by it. */
export const readsField = (model: HealthModel, fieldId: number): boolean =>
  fieldsOf(model).includes(String(fieldId))

const countsRisks = ({ measures }: HealthModel): boolean => measures.some(({ metric }) => metric === risksKey)

/** Says of the models of a tenant what concerns them. */
export function concernOf(models: readonly { level: LevelId; model: HealthModel }[]): Concern {
  const scored = models.filter(({ model }) => !isEmptyModel(model))
  return {
    levels: scored.map(({ level }) => level),
    toOrganizations: scored.some(({ level, model }) => level === 1 && model.source.from === 'accounts'),
    riskLevels: scored.filter(({ model }) => countsRisks(model)).map(({ level }) => level),
    keys: [...always, ...new Set(scored.flatMap(({ model }) => fieldsOf(model)))],
  }
}

/** Whether a change of records may change a score. What came alone says what it changed. */
export function isConcerned(concern: Concern, { keys }: RecordChanged): boolean {
  return keys === undefined || keys.some((key) => concern.keys.includes(key))
}
