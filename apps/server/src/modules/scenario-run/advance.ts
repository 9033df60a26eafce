import type { ChangeCause } from '@steward/contracts/record-history'
import type { ScenarioNode } from '@steward/contracts/scenario/scenario'
import { executionStatusId } from '@steward/contracts/plain/scenario'
import { transact, type Tx } from '../../platform/db/database.ts'
import { AppError, isPassing, sqlState } from '../../platform/errors.ts'
import { batchSizeOf } from '../../platform/pace/lane.ts'
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
import type { Brake } from './brake.ts'
import { takeActions } from './count.store.ts'
import { factsOf, type FactNeighbours } from './facts.ts'
import { moveOf, travel, writeMoves, type WorkAt, type Worked } from './journey.ts'
import type { ReadPlan, RunPlan } from './run.plan.ts'
import { claimRuns, claimSome, type ClaimedRun, type Move, type RunPlace } from './run.store.ts'
import { stepOf } from './step.rules.ts'
import { dayIn } from './wait.time.ts'

/** Records that are worked on in one transaction: few enough that a stop never waits for long. */
const batchSize = 1000

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

const visitOf = ({ runId, recordId, arrivedAt, hasWaited, heard }: ClaimedRun): Visit => ({
  runId,
  recordId,
  arrivedAt,
  hasWaited,
  heard,
})

/** Why a record can't go on, whatever its node does; undefined where it can. */
function leavingOf({ archived }: ClaimedRun): Outcome | undefined {
  if (archived === null) return { kind: 'skip', reason: 'The record was deleted.' }
  return archived ? { kind: 'skip', reason: 'The record was archived.' } : undefined
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

/** Where runs go by what a node did to them. */
function movesOf(
  { nodeId }: RunPlace,
  plan: RunPlan,
  runs: readonly ClaimedRun[],
  { outcomes, changeSets }: Done,
): Move[] {
  const next = plan.nodeOf(nodeId)?.next ?? {}
  return runs.map((run) => {
    const outcome = outcomes.get(run.runId)
    if (!outcome) throw new Error(`A node forgot run ${run.runId}`)
    return moveOf(run, nodeId, stepOf(outcome, next), plan, changeSets.get(run.runId) ?? null)
  })
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

  const categoryAt = (plan: RunPlan, nodeId: number) =>
    scenarios.findNode(plan.nodeOf(nodeId)?.type ?? '')?.category

  /**
   * Those of the runs for which the scenario may still act on this day, and its limit. An action counts once: not again
   * when it waited for something in between.
   */
  async function withinLimit(tx: Tx, place: RunPlace, plan: RunPlan, runs: readonly ClaimedRun[]) {
    const fresh = runs.filter(({ hasWaited }) => !hasWaited)
    if (categoryAt(plan, place.nodeId) !== 'action' || fresh.length === 0)
      return { allowed: runs, limit: null }
    const limit = plan.actionsPerDay ?? (await scenarios.ceilings(place.tenantId)).actionsPerDay
    if (limit === null) return { allowed: runs, limit }
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

  /** Works on runs at a node. Those beyond the limit of the scenario stay as they are. */
  async function workAt(
    tx: Tx,
    place: RunPlace,
    plan: RunPlan,
    runs: readonly ClaimedRun[],
  ): Promise<Worked> {
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
    const moves = movesOf(place, plan, worked, { ...done, outcomes })
    return { moves, reached: allowed.length < staying.length ? limit : null }
  }

  /** Takes claimed runs through their node, or as far as they get together, and writes what happened. */
  async function work(
    tx: Tx,
    place: RunPlace,
    runs: readonly ClaimedRun[],
    isAlone: boolean,
  ): Promise<Worked> {
    const plan = await readPlan(tx, place)
    if (!plan || runs.length === 0) return { moves: [], reached: null }
    const at = clock.now()
    const step: WorkAt = (nodeId, some) => workAt(tx, { ...place, nodeId }, plan, some)
    const isAction = (nodeId: number) => categoryAt(plan, nodeId) === 'action'
    const worked = isAlone
      ? await step(place.nodeId, runs)
      : await travel(tx, place, runs, { step, isAction, at })
    await writeMoves(tx, place, worked.moves, at)
    return worked
  }

  /** Claims so many runs, or some, where the scenario may act, which no one changes until the transaction ends. */
  async function claim(tx: Tx, place: RunPlace, of: number | readonly number[]): Promise<ClaimedRun[]> {
    const share = await scenarios.share(tx, place.tenantId, place.scenarioId)
    if (!share?.mayAct) return []
    return typeof of === 'number' ? claimRuns(tx, place, of) : claimSome(tx, place, of)
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
      const failures = movesOf(place, plan, runs, { outcomes, changeSets: new Map() })
      await writeMoves(tx, place, failures, clock.now())
      return failures
    })
    await pauseAfter(place, { moves, reached: null })
  }

  /**
   * Takes runs through one node alone: what fails says which node it was. A batch that fails is halved until the
   * records that fail are alone; the others go on.
   */
  async function workAlone(place: RunPlace, runIds: readonly number[]): Promise<void> {
    try {
      const worked = await transact(dbOf(place), async (tx) =>
        work(tx, place, await claim(tx, place, runIds), true),
      )
      await pauseAfter(place, worked)
    } catch (failure) {
      if (isTransient(failure)) throw failure
      const [first, ...others] = runIds
      if (first === undefined) return
      if (others.length === 0) return failOne(place, first, failure)
      const middle = Math.ceil(runIds.length / 2)
      await workAlone(place, runIds.slice(0, middle))
      await workAlone(place, runIds.slice(middle))
    }
  }

  /** Moves the next records at a node on. Answers whether there may be more. */
  return async function advance(place: RunPlace): Promise<boolean> {
    const size = batchSizeOf(batchSize)
    let claimed: readonly number[] = []
    try {
      const worked = await transact(dbOf(place), async (tx) => {
        const runs = await claim(tx, place, size)
        claimed = runs.map(({ runId }) => runId)
        return work(tx, place, runs, false)
      })
      await pauseAfter(place, worked)
      return claimed.length === size && worked.reached === null
    } catch (error) {
      if (claimed.length === 0 || isTransient(error)) throw error
      await workAlone(place, claimed)
      return true
    }
  }
}

export type Advance = ReturnType<typeof createAdvance>
