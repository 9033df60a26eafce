import type { ChangeCause } from '@steward/contracts/record-history'
import type { ScenarioNode } from '@steward/contracts/scenario/scenario'
import { executionStatusId } from '@steward/contracts/plain/scenario'
import { transact, type Tx } from '../../platform/db/database.ts'
import { AppError, isPassing, sqlState } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import {
  scenarioActor,
  type ActionType,
  type Batch,
  type Outcome,
  type Outcomes,
  type Scenarios,
  type Visit,
} from '../scenario-management/index.ts'
import { addJobs, scheduleWakes } from './advance.queue.ts'
import type { Brake } from './brake.ts'
import { noteCounts, takeActions, type CountChange } from './count.store.ts'
import { factsOf, type FactNeighbours } from './facts.ts'
import type { ReadPlan, RunPlan } from './run.plan.ts'
import {
  claimRuns,
  claimSome,
  moveRuns,
  runStates,
  type ClaimedRun,
  type Move,
  type RunPlace,
} from './run.store.ts'
import { stepOf, type Step } from './step.rules.ts'
import { dayIn, wakeTime } from './wait.time.ts'

/** Records that are worked on in one transaction: few enough that a stop never waits for long. */
const batchSize = 1000

const inProgress = executionStatusId('in_progress')
const failed = executionStatusId('unattended_failure')

export interface AdvanceNeighbours {
  scenarios: Scenarios
  rules: FactNeighbours['rules']
  readPlan: ReadPlan
  brake: Brake
}

/** Whether a failure says nothing of the records: the same work is worth another attempt. */
function isTransient(error: unknown): boolean {
  return isPassing(error) || ['40001', '40P01', '55P03'].includes(sqlState(error) ?? '')
}

/** Why a record failed. What is unexpected is in the log, and says nothing to the reader. */
function failureOf(error: unknown): Outcome {
  if (error instanceof AppError) return { kind: 'fail', cause: error.message, reason: error.message }
  const reason =
    'Steward could not do this because of an unexpected error. An administrator finds it in the log.'
  const name = error instanceof Error ? error.name : 'Error'
  return { kind: 'fail', cause: sqlState(error) ?? name, reason }
}

const visitOf = ({ runId, recordId, arrivedAt, hasWaited }: ClaimedRun): Visit => ({
  runId,
  recordId,
  arrivedAt,
  hasWaited,
})

/** Why a record can't go on, whatever its node does; undefined where it can. */
function leavingOf({ archived }: ClaimedRun): Outcome | undefined {
  if (archived === null) return { kind: 'skip', reason: 'The record was deleted.' }
  return archived ? { kind: 'skip', reason: 'The record was archived.' } : undefined
}

function moveOf(run: ClaimedRun, step: Step, { idOf }: RunPlan, changeSetId: number | null): Move {
  const stateOf = (): number => {
    if (step.isFailed) return runStates.failed
    if (step.left !== null) return runStates.ended
    return step.wakeAt === null ? runStates.ready : runStates.waiting
  }
  return {
    runId: run.runId,
    nodeRunId: run.nodeRunId,
    recordId: run.recordId,
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

/** How the counts change with moves from a node. */
function countsOf(nodeId: number, moves: readonly Move[]): CountChange[] {
  const ended = moves.filter(({ status }) => status !== inProgress)
  return ended.flatMap(({ status, nextNodeId }) => [
    { nodeId, status: inProgress, n: -1 },
    { nodeId, status, n: 1 },
    ...(nextNodeId === null ? [] : [{ nodeId: nextNodeId, status: inProgress, n: 1 }]),
  ])
}

/** What a node did to records. */
interface Done {
  outcomes: Outcomes
  changeSets: ReadonlyMap<number, number | null>
}

const failAll = (runs: readonly ClaimedRun[], reason: string): Done => ({
  outcomes: new Map(runs.map(({ runId }) => [runId, { kind: 'fail', cause: reason, reason }])),
  changeSets: new Map(),
})

/** Runs that were led to by the same automations act together: what they change says so. */
async function perform(
  tx: Tx,
  type: ActionType<unknown>,
  batch: Omit<Batch<unknown>, 'visits'>,
  runs: readonly ClaimedRun[],
): Promise<Done> {
  const { tenantId, scenarioId, name, settings } = batch
  const faults = Object.values((await type.check?.(tx, batch, settings)) ?? {})
  if (faults.length > 0) return failAll(runs, faults.join(' '))
  const actor = scenarioActor(tenantId, { scenarioId, name })
  const own: ChangeCause = { kind: 'scenario', id: scenarioId, name }
  const outcomes = new Map<number, Outcome>()
  const changeSets = new Map<number, number | null>()
  for (const some of Map.groupBy(runs, ({ causes }) => JSON.stringify(causes)).values()) {
    const causes = [...(some[0]?.causes ?? []), own]
    const done = await type.act(tx, { ...batch, visits: some.map(visitOf) }, { actor, causes })
    for (const [runId, outcome] of done.outcomes) {
      outcomes.set(runId, outcome)
      changeSets.set(runId, done.changeSetId)
    }
  }
  return { outcomes, changeSets }
}

/** What was done to claimed runs; with the limit of the scenario, where it was reached. */
interface Worked {
  moves: Move[]
  reached: number | null
}

const nothing: Done = { outcomes: new Map(), changeSets: new Map() }

/** Moves records on through scenarios, a batch at a node at a time. All that is known of them is in the database. */
export function createAdvance(platform: Platform, { scenarios, rules, readPlan, brake }: AdvanceNeighbours) {
  const { database, clock, log } = platform

  function batchOf({ tenantId, scenarioId, version }: RunPlace, plan: RunPlan, node: ScenarioNode) {
    const { name, level, timeZone } = plan
    const settings: unknown = node.settings
    const nodeKey = node.key
    return { tenantId, level, timeZone, scenarioId, version, name, nodeKey, settings, at: clock.now() }
  }

  /**
   * Those of the runs for which the scenario may still act on this day, and its limit. An action counts once: not again
   * when it waited for something in between.
   */
  async function withinLimit(tx: Tx, place: RunPlace, plan: RunPlan, runs: readonly ClaimedRun[]) {
    const isAction = scenarios.findNode(plan.nodeOf(place.nodeId)?.type ?? '')?.category === 'action'
    const limit = plan.actionsPerDay ?? (await scenarios.ceilings(place.tenantId)).actionsPerDay
    const fresh = runs.filter(({ hasWaited }) => !hasWaited)
    if (limit === null || !isAction || fresh.length === 0) return { allowed: runs, limit }
    const taken = await takeActions(tx, place, dayIn(clock.now(), plan.timeZone), fresh.length, limit)
    return { allowed: [...runs.filter(({ hasWaited }) => hasWaited), ...fresh.slice(0, taken)], limit }
  }

  async function act(tx: Tx, place: RunPlace, plan: RunPlan, runs: readonly ClaimedRun[]): Promise<Done> {
    const node = plan.nodeOf(place.nodeId)
    const type = node && scenarios.findNode(node.type)
    if (!node || !type || type.category === 'trigger') {
      return failAll(runs, 'This version of Steward does not know the type of this node.')
    }
    const batch = batchOf(place, plan, node)
    if (type.category === 'action') return perform(tx, type, batch, runs)
    const facts = factsOf(tx, { rules, clock })
    const outcomes = await type.decide(facts, { ...batch, visits: runs.map(visitOf) })
    return { outcomes, changeSets: new Map() }
  }

  /** Writes the results, in the transaction in which they came about. */
  async function settle(
    tx: Tx,
    place: RunPlace,
    plan: RunPlan,
    runs: readonly ClaimedRun[],
    { outcomes, changeSets }: Done,
  ): Promise<Move[]> {
    const { tenantId, nodeId } = place
    const next = plan.nodeOf(nodeId)?.next ?? {}
    const moves = runs.map((run) => {
      const outcome = outcomes.get(run.runId)
      if (!outcome) throw new Error(`A node forgot run ${run.runId}`)
      return moveOf(run, stepOf(outcome, next), plan, changeSets.get(run.runId) ?? null)
    })
    if (moves.length === 0) return moves
    await moveRuns(tx, tenantId, nodeId, moves, clock.now())
    await noteCounts(tx, tenantId, countsOf(nodeId, moves))
    const targets = new Set(moves.flatMap(({ nextNodeId }) => nextNodeId ?? []))
    await addJobs(
      tx,
      [...targets].map((target) => ({ ...place, nodeId: target })),
    )
    await scheduleWakes(
      tx,
      tenantId,
      moves.flatMap(({ wakeAt }) => wakeAt ?? []),
    )
    return moves
  }

  /** Works on claimed runs. Those beyond the limit of the scenario stay as they are. */
  async function work(tx: Tx, place: RunPlace, runs: readonly ClaimedRun[]): Promise<Worked> {
    const plan = await readPlan(tx, place)
    if (!plan || runs.length === 0) return { moves: [], reached: null }
    const leaving = new Map(
      runs.flatMap((run): [number, Outcome][] => {
        const outcome = leavingOf(run)
        return outcome ? [[run.runId, outcome]] : []
      }),
    )
    const staying = runs.filter(({ runId }) => !leaving.has(runId))
    const { allowed, limit } = await withinLimit(tx, place, plan, staying)
    const done = allowed.length > 0 ? await act(tx, place, plan, allowed) : nothing
    const outcomes = new Map([...done.outcomes, ...leaving])
    const worked = [...runs.filter(({ runId }) => leaving.has(runId)), ...allowed]
    const moves = await settle(tx, place, plan, worked, { ...done, outcomes })
    return { moves, reached: allowed.length < staying.length ? limit : null }
  }

  /** Claims runs where the scenario may act, which no one changes until the transaction ends. */
  async function claim(tx: Tx, place: RunPlace, runIds?: readonly number[]): Promise<ClaimedRun[]> {
    const share = await scenarios.share(tx, place.tenantId, place.scenarioId)
    if (!share?.mayAct) return []
    return runIds ? claimSome(tx, place, runIds) : claimRuns(tx, place, batchSize)
  }

  const dbOf = ({ tenantId }: RunPlace) => database.tenant(tenantId)

  async function pauseAfter(place: RunPlace, { moves, reached }: Worked): Promise<void> {
    if (reached !== null) await brake.atLimit(place, reached)
    const causes = new Set(
      moves.flatMap(({ status, cause }) => (status === failed && cause !== null ? [cause] : [])),
    )
    for (const cause of causes) await brake.afterFailures(place, cause)
  }

  async function failOne(place: RunPlace, runId: number, error: unknown): Promise<void> {
    log.error({ err: error, ...place, runId }, 'a scenario failed for a record')
    const moves = await transact(dbOf(place), async (tx) => {
      const runs = await claim(tx, place, [runId])
      const plan = await readPlan(tx, place)
      if (!plan || runs.length === 0) return []
      const outcomes = new Map(runs.map((run): [number, Outcome] => [run.runId, failureOf(error)]))
      return settle(tx, place, plan, runs, { outcomes, changeSets: new Map() })
    })
    await pauseAfter(place, { moves, reached: null })
  }

  /** Halves a batch that failed until the records that fail are alone; the others go on. */
  async function bisect(place: RunPlace, runIds: readonly number[], error: unknown): Promise<void> {
    const [first, ...others] = runIds
    if (first === undefined) return
    if (others.length === 0) return failOne(place, first, error)
    const middle = Math.ceil(runIds.length / 2)
    for (const half of [runIds.slice(0, middle), runIds.slice(middle)]) {
      try {
        const worked = await transact(dbOf(place), async (tx) =>
          work(tx, place, await claim(tx, place, half)),
        )
        await pauseAfter(place, worked)
      } catch (failure) {
        if (isTransient(failure)) throw failure
        await bisect(place, half, failure)
      }
    }
  }

  /** Moves the next records at a node on. Answers whether there may be more. */
  return async function advance(place: RunPlace): Promise<boolean> {
    let claimed: readonly number[] = []
    try {
      const worked = await transact(dbOf(place), async (tx) => {
        const runs = await claim(tx, place)
        claimed = runs.map(({ runId }) => runId)
        return work(tx, place, runs)
      })
      await pauseAfter(place, worked)
      return worked.moves.length === batchSize
    } catch (error) {
      if (claimed.length === 0 || isTransient(error)) throw error
      await bisect(place, claimed, error)
      return true
    }
  }
}

export type Advance = ReturnType<typeof createAdvance>
