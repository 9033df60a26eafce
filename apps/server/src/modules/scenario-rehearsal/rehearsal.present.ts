import { executionStatuses } from '@steward/contracts/plain/scenario'
import type { PathStep } from '@steward/contracts/scenario/path'
import type { RehearsedPath } from '@steward/contracts/scenario/rehearsal'
import { isInside } from './rehearsal.rules.ts'
import type { Replayed } from './rehearse.ts'
import type { ReplayedRun, ReplayedStep } from './script.ts'

const presentStep = ({ nodeKey, status, at, wakesAt, effect, reason }: ReplayedStep): PathStep => ({
  nodeKey,
  status: executionStatuses[status - 1] ?? 'completed',
  at: at.toISOString(),
  wakesAt: wakesAt?.toISOString() ?? null,
  effect,
  reason,
  changeSetId: null,
})

/** Where a record still waits at the end. */
const waitingAt = ({ nodeKey, arrivedAt, wakesAt }: ReplayedRun): PathStep => ({
  nodeKey,
  status: 'in_progress',
  at: arrivedAt.toISOString(),
  wakesAt: wakesAt?.toISOString() ?? null,
  effect: null,
  reason: null,
  changeSetId: null,
})

export function presentPath(record: { id: number; name: string }, { steps, runs }: Replayed): RehearsedPath {
  const byRun = Map.groupBy(steps, ({ run }) => run)
  return {
    record,
    runs: runs.map((run) => ({
      enteredAt: new Date(run.enteredAt).toISOString(),
      endedAt: run.endedAt?.toISOString() ?? null,
      outcome: run.outcome,
      steps: [...(byRun.get(run) ?? []).map(presentStep), ...(isInside(run) ? [waitingAt(run)] : [])],
    })),
  }
}
