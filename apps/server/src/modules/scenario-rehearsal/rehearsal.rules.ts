import { executionStatusId } from '@steward/contracts/plain/scenario'
import type { Replayed } from './rehearse.ts'
import type { ReplayedRun, ReplayedStep } from './script.ts'

/** How many executions of a node had a status on a day. */
export interface DayCount {
  day: string
  nodeKey: string
  status: number
  count: number
}

/** An action that would have been taken. */
export interface StoredAction {
  recordId: number
  at: Date
  day: string
  nodeKey: string
  status: number
  effect: string | null
  reason: string | null
}

const inProgress = executionStatusId('in_progress')

/** Whether a record still waits at the end. */
export const isInside = ({ hasLeft, wakesAt }: ReplayedRun): boolean => !hasLeft && wakesAt !== null

/** How many executions each node had on each day, with those that still wait at the end. */
export function countSteps({ steps, runs }: Replayed, dayOf: (at: Date) => string, until: Date): DayCount[] {
  const counts = new Map<string, DayCount>()
  const add = (at: Date, nodeKey: string, status: number): void => {
    const day = dayOf(at)
    const key = `${day} ${nodeKey} ${status}`
    const known = counts.get(key)
    if (known) known.count += 1
    else counts.set(key, { day, nodeKey, status, count: 1 })
  }
  for (const { at, nodeKey, status } of steps) add(at, nodeKey, status)
  for (const run of runs) if (isInside(run)) add(until, run.nodeKey, inProgress)
  return [...counts.values()]
}

export function actionsOf(
  { steps }: Replayed,
  isAction: (nodeKey: string) => boolean,
  dayOf: (at: Date) => string,
): StoredAction[] {
  return steps
    .filter(({ nodeKey }) => isAction(nodeKey))
    .map(({ run, nodeKey, status, at, effect, reason }: ReplayedStep) => ({
      recordId: run.recordId,
      at,
      day: dayOf(at),
      nodeKey,
      status,
      effect,
      reason,
    }))
}

/** The days on which more actions than a limit allows would have been taken. */
export function ceilingsOf(
  counts: readonly DayCount[],
  isAction: (nodeKey: string) => boolean,
  limit: number | null,
): { day: string; actions: number }[] {
  const days = Map.groupBy(
    counts.filter(({ nodeKey, status }) => status !== inProgress && isAction(nodeKey)),
    ({ day }) => day,
  )
  return [...days]
    .map(([day, some]) => ({ day, actions: some.reduce((sum, { count }) => sum + count, 0) }))
    .filter(({ actions }) => limit !== null && actions > limit)
}
