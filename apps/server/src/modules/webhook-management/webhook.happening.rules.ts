import { changeKindIds, type ChangeKindId } from '@steward/contracts/record-history'
import type { Happening } from '@steward/contracts/plain/webhook'

/** What a change did to a record, by the keys of the ledger. */
export interface KeyedChange {
  kind: ChangeKindId
  before: Readonly<Record<string, unknown>>
  after: Readonly<Record<string, unknown>>
}

/** Keys that happenings of their own tell of. */
const flags: ReadonlySet<string> = new Set(['archived', 'churned', 'churnDate', 'churnReason', 'churnAmount'])

type Values = Readonly<Record<string, unknown>>

/** Keys of tasks that happenings of their own tell of, and what follows from them. */
const ofTaskStatus: ReadonlySet<string> = new Set(['status', 'completedAt', 'completedBy', 'activityId'])
/** Keys of plans, milestones and KPIs that change with their completion. */
const ofCompletion: ReadonlySet<string> = new Set([
  'statusId',
  'completedAt',
  'completedBy',
  'completionSetId',
])
/** Keys of which nothing is reported as an update: a happening of its own is, or other items moved. */
const apart: ReadonlySet<string> = new Set(['isArchived', 'position'])

const byStatus: Readonly<Record<string, Happening>> = { COMPLETED: 'completed', ARCHIVED: 'archived' }

/** The event of a new status: a task that was done is reopened, and between others it is updated. */
const ofNewStatus = (from: unknown, to: unknown): Happening =>
  byStatus[String(to)] ?? (byStatus[String(from)] ? 'reopened' : 'updated')

/** The events of an update of a task. */
export const happeningsOfTask = (before: Values, after: Values): Happening[] => [
  ...(Object.keys(after).some((key) => !ofTaskStatus.has(key)) ? (['updated'] as const) : []),
  ...('status' in after ? [ofNewStatus(before['status'], after['status'])] : []),
]

/** The events of an update of a plan, a milestone or a KPI. */
export function happeningsOfPlan(_before: Values, after: Values): Happening[] {
  const isEnded = 'completedAt' in after
  const others = Object.keys(after).filter((key) => !apart.has(key) && !(isEnded && ofCompletion.has(key)))
  return [
    ...(others.length > 0 ? (['updated'] as const) : []),
    ...(isEnded ? [after['completedAt'] === null ? ('reopened' as const) : ('completed' as const)] : []),
    ...('isArchived' in after
      ? [after['isArchived'] === true ? ('archived' as const) : ('restored' as const)]
      : []),
  ]
}

/** Whether the color of the health score is another one after a change. */
export type ChangesColor = (change: KeyedChange) => boolean

/** What happened to a record, one event for each. A record that is gone is not reported. */
export function happeningsOf(change: KeyedChange, changesColor: ChangesColor): Happening[] {
  const { kind, after } = change
  if (kind === changeKindIds.create) return ['created']
  if (kind === changeKindIds.delete) return []
  const found: Happening[] = []
  if (Object.keys(after).some((key) => !flags.has(key))) found.push('updated')
  if (after.archived === true) found.push('archived')
  if (after.archived === false) found.push('restored')
  if (after.churned === true) found.push('churned')
  if ('stageId' in after) found.push('stage_changed')
  if ('owners' in after) found.push('owner_changed')
  if ('health' in after && changesColor(change)) found.push('health_changed')
  return found
}
