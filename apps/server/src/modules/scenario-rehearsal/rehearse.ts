import type { Db } from '../../platform/db/database.ts'
import type { Platform } from '../../platform/platform.ts'
import type { RecordRules } from '../record-rule/index.ts'
import type { Current, Records } from '../record/index.ts'
import {
  scenarioActor,
  type Faults,
  type ScenarioAtVersion,
  type Scenarios,
} from '../scenario-management/index.ts'
import { planOf } from '../scenario-run/index.ts'
import { createArrivals, createEventArrivals, type ArrivalNeighbours, type Window } from './arrivals.ts'
import { createFactSources } from './past.facts.ts'
import { createPast, type Past } from './past.ts'
import { listPastChanges, readLastChanges, type PastChange } from './past.read-model.ts'
import { createReplay } from './replay.ts'
import type { ReplayedRun, ReplayedStep, Script, Watch } from './script.ts'

export interface RehearseNeighbours extends Omit<ArrivalNeighbours, 'rules'> {
  scenarios: Scenarios
  records: Pick<Records, 'current'>
  rules: Pick<RecordRules, 'compileRule'> & ArrivalNeighbours['rules']
}

/** What is replayed for some records. */
export interface Asked {
  recordIds: readonly number[]
  from: Date
  until: Date
}

export interface Replayed {
  steps: ReplayedStep[]
  runs: ReplayedRun[]
}

type Values = Readonly<Record<string, unknown>>

/** The faults of nodes by their keys, from those of a definition by path. */
function faultsByNode({ definition }: ScenarioAtVersion, faults: Faults): Map<string, Faults> {
  const byKey = new Map<string, Faults>()
  for (const [path, message] of Object.entries(faults)) {
    const node = definition.nodes[Number(/^nodes\.(\d+)\./.exec(path)?.[1] ?? -1)]
    if (node) byKey.set(node.key, { ...byKey.get(node.key), [path]: message })
  }
  return byKey
}

/** What a scenario asks, beside the values of its own records. */
function reachOf({ definition, level }: ScenarioAtVersion) {
  const text = JSON.stringify(definition.nodes)
  return {
    parents: level === 3 || /"(organization|account)\.|\{\{|"parent"|"segmentId"/i.test(text),
    earlier: text.includes('"previous"'),
    lastChange: /updatedat|"segmentId"/i.test(text),
  }
}

function noteParents(state: Values | null, ids: Set<number>): void {
  if (!state) return
  const { organizationId, accountId } = state
  if (typeof organizationId === 'number') ids.add(organizationId)
  if (typeof accountId === 'number') ids.add(accountId)
}

/** Those that records belong to now or belonged to. There are many changes: none is copied for this. */
function parentsOf(current: Iterable<Pick<Current, 'state'>>, changes: readonly PastChange[]): Set<number> {
  const ids = new Set<number>()
  for (const { state } of current) noteParents(state, ids)
  for (const { before, after } of changes) {
    noteParents(before, ids)
    noteParents(after, ids)
  }
  return ids
}

/** Replays the history of records through a scenario. Nothing is changed by it. */
export function createRehearse(platform: Platform, neighbours: RehearseNeighbours) {
  const { scenarios, records, rules } = neighbours

  async function scriptOf(db: Db, tenantId: number, scenario: ScenarioAtVersion): Promise<Script> {
    const plan = planOf(scenario, (type) => scenarios.findNode(type)?.category === 'trigger')
    const { faults } = await scenarios.faultsOf(db, tenantId, scenario.definition)
    const nodes = new Map(scenario.definition.nodes.map((node) => [node.key, node]))
    return {
      place: { tenantId, level: plan.level, timeZone: plan.timeZone },
      scenarioId: scenario.scenarioId,
      version: scenario.version,
      plan,
      typeOf: scenarios.findNode,
      nodeAt: (key) => {
        const node = nodes.get(key)
        if (!node) throw new Error(`There is no node ${key}`)
        return node
      },
      faults: faultsByNode(scenario, faults),
      kept: createFactSources({ db, rules }),
    }
  }

  async function readPast(tenantId: number, scenario: ScenarioAtVersion, { recordIds, from }: Asked) {
    const db = platform.database.tenant(tenantId)
    const actor = scenarioActor(tenantId)
    const reach = reachOf(scenario)
    const read = (ids: readonly number[]) =>
      Promise.all([
        records.current(actor, ids),
        listPastChanges(db, tenantId, scenario.scenarioId, ids, from),
      ])
    const [current, changes] = await read(recordIds)
    const all = new Map(current)
    let allChanges = changes
    // An account has an organization above it, and a contact both.
    for (let above = reach.parents ? 2 : 0; above > 0; above -= 1) {
      const missing = [...parentsOf(all.values(), allChanges)].filter((id) => !all.has(id))
      if (missing.length === 0) break
      const [parents, theirs] = await read(missing)
      for (const [id, parent] of parents) all.set(id, parent)
      allChanges = allChanges.concat(theirs)
    }
    const lastChanges = reach.lastChange
      ? await readLastChanges(db, tenantId, [...all.keys()], from)
      : new Map<number, Date>()
    return createPast(all, allChanges, lastChanges, reach.earlier)
  }

  /** The nodes that wait for events, with when these happen. */
  function watchesOf(script: Script, scenario: ScenarioAtVersion, past: Past, window: Window) {
    const awaiting = scenario.definition.nodes.flatMap(({ key, type: name, settings }) => {
      const type = scenarios.findNode(name)
      const event = type?.category === 'operator' ? type.awaits?.(settings) : undefined
      return event ? [{ key, listener: { scenario, settings: event } }] : []
    })
    return Promise.all(
      awaiting.map(async ({ key, listener }): Promise<Watch> => ({
        nodeKey: key,
        arrivals: await createEventArrivals(neighbours, script, listener, past, window),
      })),
    )
  }

  /** Begins to rehearse a scenario, of which the records are replayed in windows. */
  return async function rehearse(tenantId: number, scenario: ScenarioAtVersion) {
    const db = platform.database.tenant(tenantId)
    const script = await scriptOf(db, tenantId, scenario)
    return async (asked: Asked): Promise<Replayed> => {
      const past = await readPast(tenantId, scenario, asked)
      const { from, until, recordIds } = asked
      const window: Window = { ids: new Set(recordIds), from, until }
      const arrivals = await createArrivals(neighbours, script, scenario, past, window)
      const watches = await watchesOf(script, scenario, past, window)
      const steps: ReplayedStep[] = []
      const replay = createReplay(script, past, { arrivals, watches }, (step) => steps.push(step))
      await replay.run(until.getTime())
      return { steps, runs: [...replay.entries.values()].flat() }
    }
  }
}
