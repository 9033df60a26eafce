import { executionStatusId } from '@steward/contracts/plain/scenario'
import type { ScenarioNode } from '@steward/contracts/scenario/scenario'
import type { Batch, Outcome, Rehearsed } from '../scenario-management/index.ts'
import { stepOf, wakeTime } from '../scenario-run/index.ts'
import { pastFacts } from './past.facts.ts'
import type { Effective, Past } from './past.ts'
import { mayEnter } from './reentry.rules.ts'
import type { Arrivals, ReplayedRun, ReplayedStep, Script, Watch } from './script.ts'
import { createWakes } from './wakes.ts'

const inProgress = executionStatusId('in_progress')
const completed = executionStatusId('completed')
const skipped = executionStatusId('unattended_skip')

type Acted = Pick<Rehearsed, 'outcome' | 'effect' | 'values'>

const loopReason = 'A change that this scenario led to would have started it again.'

const arriveAt = (arrivals: Arrivals, at: number) => (arrivals.nextAt() === at ? arrivals.arrive() : [])

/** Takes records through a scenario as it would have taken them, and tells each step. */
export function createReplay(
  script: Script,
  past: Past,
  { arrivals, watches }: { arrivals: Arrivals; watches: readonly Watch[] },
  tell: (step: ReplayedStep) => void,
) {
  const { place, plan, scenarioId, version } = script
  const entries = new Map<number, ReplayedRun[]>()
  const wakes = createWakes<ReplayedRun>()
  let lastRunId = 0
  /** Sets of changes that the rehearsal makes have ids below zero. */
  let lastSetId = 0

  function newRun(recordId: number, nodeKey: string, at: Date): ReplayedRun {
    lastRunId += 1
    return {
      runId: lastRunId,
      recordId,
      nodeKey,
      enteredAt: at.getTime(),
      arrivedAt: at,
      hasWaited: false,
      heard: false,
      wakesAt: null,
      hasLeft: false,
      outcome: null,
      endedAt: null,
    }
  }

  const knownOf = (recordId: number): ReplayedRun[] => entries.get(recordId) ?? []

  const isThere = (recordId: number): boolean => {
    const record = past.find(recordId)
    return record?.exists === true && record.state['archived'] !== true
  }

  function begin(recordId: number, at: Date): ReplayedRun[] {
    const known = knownOf(recordId)
    if (!isThere(recordId) || !mayEnter(plan.reentry, known, at.getTime())) return []
    const run = newRun(recordId, plan.trigger.next['next'] as string, at)
    entries.set(recordId, [...known, run])
    const { key } = plan.trigger
    tell({ run, nodeKey: key, status: completed, at, wakesAt: null, effect: null, reason: null })
    return [run]
  }

  /** A record that the scenario leads back to its own trigger ends there. */
  function endLoop(recordId: number, at: Date): void {
    if (!isThere(recordId)) return
    const { key } = plan.trigger
    const run = { ...newRun(recordId, key, at), hasLeft: true, outcome: 'loop', endedAt: at }
    entries.set(recordId, [...knownOf(recordId), run])
    tell({ run, nodeKey: key, status: skipped, at, wakesAt: null, effect: null, reason: loopReason })
  }

  function leaving({ recordId }: ReplayedRun): Outcome | undefined {
    const record = past.find(recordId)
    if (!record?.exists) return { kind: 'skip', reason: 'The record was deleted.' }
    return record.state['archived'] === true
      ? { kind: 'skip', reason: 'The record was archived.' }
      : undefined
  }

  /** What a node does to runs: the same code that decides in a real run. */
  async function actAt(
    node: ScenarioNode,
    runs: readonly ReplayedRun[],
    at: Date,
  ): Promise<Map<number, Acted>> {
    const acted = new Map<number, Acted>()
    const failAll = (reason: string): Map<number, Acted> =>
      new Map(
        runs.map(({ runId }) => [runId, { outcome: { kind: 'fail', cause: reason, reason }, effect: null }]),
      )
    const type = script.typeOf(node.type)
    if (!type || type.category === 'trigger') {
      return failAll('This version of Steward does not know the type of this node.')
    }
    const faults = Object.values(script.faults.get(node.key) ?? {})
    if (type.category === 'action' && faults.length > 0) return failAll(faults.join(' '))
    const batch: Batch<unknown> = {
      ...place,
      scenarioId,
      version,
      name: plan.name,
      nodeKey: node.key,
      settings: node.settings,
      visits: runs,
      at,
    }
    const facts = pastFacts(past, script.kept, at)
    if (type.category === 'action') return new Map(await type.rehearse(facts, batch))
    for (const [runId, outcome] of await type.decide(facts, batch)) {
      acted.set(runId, { outcome, effect: null })
    }
    return acted
  }

  /** Moves a run on by what happened to it. Answers whether it is ready at its next node. */
  function move(run: ReplayedRun, node: ScenarioNode, { outcome, effect }: Acted, at: Date): boolean {
    const step = stepOf(outcome, node.next)
    const wakesAt = step.wakeAt && wakeTime(step.wakeAt)
    if (step.status !== inProgress) {
      tell({ run, nodeKey: node.key, status: step.status, at, wakesAt: null, effect, reason: step.reason })
    }
    run.wakesAt = wakesAt
    if (wakesAt) wakes.add(wakesAt.getTime(), run)
    if (step.left !== null) {
      run.hasLeft = true
      run.outcome = step.left
      run.endedAt = at
    } else if (step.isFailed) run.outcome = 'failed'
    if (step.next === null) return false
    run.nodeKey = step.next
    run.arrivedAt = at
    run.hasWaited = false
    run.heard = false
    return true
  }

  /** What an action would have written, seen by all that comes later; its own trigger sees it as a loop. */
  async function write(
    runs: readonly ReplayedRun[],
    acted: ReadonlyMap<number, Acted>,
    at: Date,
  ): Promise<void> {
    lastSetId -= 1
    const written = runs.flatMap(({ runId, recordId }) => {
      const values = acted.get(runId)?.values
      return (values && past.write(recordId, values, lastSetId, at.getTime())) ?? []
    })
    if (written.length === 0) return
    for (const recordId of await arrivals.among(written)) endLoop(recordId, at)
  }

  /** Takes runs on until each waits, failed or left. */
  async function settle(ready: readonly ReplayedRun[], at: Date): Promise<void> {
    let open = ready
    while (open.length > 0) {
      const moved: ReplayedRun[] = []
      for (const [key, runs] of Map.groupBy(open, ({ nodeKey }) => nodeKey)) {
        const node = script.nodeAt(key)
        const staying = runs.filter((run) => !leaving(run))
        const acted = staying.length > 0 ? await actAt(node, staying, at) : new Map<number, Acted>()
        await write(staying, acted, at)
        for (const run of runs) {
          const outcome = acted.get(run.runId) ?? { outcome: leaving(run) as Outcome, effect: null }
          if (move(run, node, outcome, at)) moved.push(run)
        }
      }
      open = moved
    }
  }

  async function enter(recordIds: readonly number[], at: Date): Promise<void> {
    const distinct = new Set(recordIds)
    await settle(
      [...distinct].flatMap((recordId) => begin(recordId, at)),
      at,
    )
  }

  /** Ends the waits that are over; an event has ended some of them before. */
  async function wakeAll(at: Date): Promise<void> {
    const woken = new Set(wakes.take().filter(({ wakesAt }) => wakesAt?.getTime() === at.getTime()))
    for (const run of woken) run.hasWaited = true
    await settle([...woken], at)
  }

  function nextHeard(): number {
    let next = Number.POSITIVE_INFINITY
    for (const { arrivals: awaited } of watches) next = Math.min(next, awaited.nextAt() ?? next)
    return next
  }

  /** Lets records go on that have waited at nodes for what happens now. */
  async function hear(
    at: Date,
    concernedBy: (watch: Watch) => Promise<readonly number[]> | readonly number[],
  ): Promise<void> {
    const ready: ReplayedRun[] = []
    for (const watch of watches) {
      const recordIds = new Set(await concernedBy(watch))
      const waiting = [...recordIds]
        .flatMap(knownOf)
        .filter(({ nodeKey, wakesAt, arrivedAt }) => nodeKey === watch.nodeKey && wakesAt && arrivedAt < at)
      for (const run of waiting) run.heard = true
      ready.push(...waiting)
    }
    await settle(ready, at)
  }

  async function enterAndHear(
    changes: readonly Effective[],
    among: ReturnType<Arrivals['among']>,
    at: Date,
  ): Promise<void> {
    const entering = await among
    if (entering.length > 0) await enter(entering, at)
    if (watches.length > 0) await hear(at, (watch) => watch.arrivals.among(changes))
  }

  /** Moves on by the next operation. Most concern no one, and cost no promise. */
  function follow(at: number): Promise<void> | undefined {
    const changes = past.advance()
    const among = arrivals.among(changes)
    const isOfNoConcern = !(among instanceof Promise) && among.length === 0 && watches.length === 0
    return isOfNoConcern ? undefined : enterAndHear(changes, among, new Date(at))
  }

  return {
    entries,

    /** Replays until an instant. */
    async run(until: number): Promise<void> {
      for (;;) {
        const wake = wakes.nextAt() ?? Number.POSITIVE_INFINITY
        const arrival = arrivals.nextAt() ?? Number.POSITIVE_INFINITY
        const heard = nextHeard()
        const at = Math.min(wake, arrival, heard, past.nextAt() ?? Number.POSITIVE_INFINITY)
        if (at > until) return
        if (wake === at) await wakeAll(new Date(at))
        else if (arrival === at) await enter(await arrivals.arrive(), new Date(at))
        else if (heard === at) await hear(new Date(at), (watch) => arriveAt(watch.arrivals, at))
        else {
          const following = follow(at)
          if (following) await following
        }
      }
    },
  }
}
