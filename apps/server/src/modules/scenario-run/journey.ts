import { executionStatusId } from '@steward/contracts/plain/scenario'
import type { Tx } from '../../platform/db/database.ts'
import { addJobs, scheduleWakes } from './advance.queue.ts'
import { noteCounts, type CountChange } from './count.store.ts'
import { readArchived } from './record.read-model.ts'
import type { RunPlan } from './run.plan.ts'
import { moveRuns, runStates, type ClaimedRun, type Move, type RunPlace } from './run.store.ts'
import type { Step } from './step.rules.ts'
import { wakeTime } from './wait.time.ts'

/** Nodes that a batch goes through in one transaction, which a stop waits for. */
const longestJourney = 8

const inProgress = executionStatusId('in_progress')

/** What was done to runs; with the limit of the scenario, where it was reached. */
export interface Worked {
  moves: readonly Move[]
  reached: number | null
}

/** Works on runs at a node, and writes nothing of where they go. */
export type WorkAt = (nodeId: number, runs: readonly ClaimedRun[]) => Promise<Worked>

export function moveOf(
  { runId, nodeRunId, recordId }: ClaimedRun,
  nodeId: number,
  step: Step,
  { idOf }: RunPlan,
  changeSetId: number | null,
): Move {
  const stateOf = (): number => {
    if (step.isFailed) return runStates.failed
    if (step.left !== null) return runStates.ended
    return step.wakeAt === null ? runStates.ready : runStates.waiting
  }
  return {
    runId,
    nodeRunId,
    recordId,
    nodeId,
    status: step.status,
    cause: step.cause,
    reason: step.reason,
    changeSetId: step.isFailed ? null : changeSetId,
    nextNodeId: step.next === null ? null : idOf(step.next),
    state: stateOf(),
    outcome: step.left,
    wakeAt: step.wakeAt === null ? null : wakeTime(step.wakeAt),
  }
}

/** How the counts change with moves. */
function* countsOf(moves: readonly Move[]): Generator<CountChange> {
  for (const { nodeId, status, nextNodeId } of moves) {
    if (status === inProgress) continue
    yield { nodeId, status: inProgress, n: -1 }
    yield { nodeId, status, n: 1 }
    if (nextNodeId !== null) yield { nodeId: nextNodeId, status: inProgress, n: 1 }
  }
}

/** Writes moves, in the transaction in which they came about, and sees to it that runs go on from where they are. */
export async function writeMoves(tx: Tx, place: RunPlace, moves: readonly Move[], at: Date): Promise<void> {
  if (moves.length === 0) return
  const { tenantId } = place
  await moveRuns(tx, tenantId, moves, at)
  await noteCounts(tx, tenantId, countsOf(moves))
  const last = [...new Map(moves.map((move) => [move.runId, move])).values()]
  const targets = new Set(last.flatMap(({ nextNodeId }) => nextNodeId ?? []))
  await addJobs(
    tx,
    [...targets].map((nodeId) => ({ ...place, nodeId })),
  )
  await scheduleWakes(
    tx,
    tenantId,
    last.flatMap(({ wakeAt }) => wakeAt ?? []),
  )
}

/** The node to which most runs go by these moves, with the moves; undefined where all stay or leave. */
function mostGoing(moves: readonly Move[]): readonly [number, readonly Move[]] | undefined {
  const groups = Map.groupBy(moves, ({ nextNodeId }) => nextNodeId)
  groups.delete(null)
  return [...(groups as Map<number, Move[]>)].reduce<readonly [number, readonly Move[]] | undefined>(
    (most, group) => (most && most[1].length >= group[1].length ? most : group),
    undefined,
  )
}

/**
 * Takes runs from node to node as far as they get together: where they part, most of them go on. It ends before a
 * second action, because an action may lock what another transaction has, and so two of them could wait for each other.
 */
export async function travel(
  tx: Tx,
  { tenantId, nodeId }: RunPlace,
  runs: readonly ClaimedRun[],
  { step, isAction, at }: { step: WorkAt; isAction(nodeId: number): boolean; at: Date },
): Promise<Worked> {
  let hasActed = isAction(nodeId)
  const first = await step(nodeId, runs)
  const moves = [...first.moves]
  let { reached } = first
  let next = mostGoing(first.moves)
  const byId = new Map(runs.map((run) => [run.runId, run]))
  for (let nodes = 1; next && nodes < longestJourney && reached === null; nodes += 1) {
    const [nextId, going] = next
    if (hasActed && isAction(nextId)) break
    hasActed ||= isAction(nextId)
    const recordIds = going.map(({ recordId }) => recordId)
    const archived = await readArchived(tx, tenantId, recordIds)
    const arrived = going.map(({ runId, recordId }): ClaimedRun => {
      const run = byId.get(runId) as ClaimedRun
      return {
        ...run,
        arrivedAt: at,
        hasWaited: false,
        heard: false,
        archived: archived.get(recordId) ?? null,
      }
    })
    const worked = await step(nextId, arrived)
    moves.push(...worked.moves)
    reached = worked.reached
    next = mostGoing(worked.moves)
  }
  return { moves, reached }
}
