import { executionStatuses } from '@steward/contracts/plain/scenario'
import { runStatuses, type PathStep, type RecordRun, type RunPath } from '@steward/contracts/scenario/path'
import type { ScenarioNode } from '@steward/contracts/scenario/scenario'
import type { Actor } from '../../platform/actor.ts'
import type { Db } from '../../platform/db/database.ts'
import { notFound } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import { findRecordNames } from '../record/index.ts'
import type { ScenarioAtVersion, Scenarios } from '../scenario-management/index.ts'
import { findRun, listRunsOf, listSteps, type RunRow, type StepRow } from './path.store.ts'
import { runStates } from './run.store.ts'

const presentStep = ({ status, at, ...step }: StepRow): PathStep => ({
  ...step,
  status: executionStatuses[status - 1] ?? 'completed',
  at: at.toISOString(),
  wakesAt: null,
  effect: null,
})

/** Where a record is now, which is no execution yet. */
function presentPlace({ state, nodeKey, arrivedAt, wakesAt }: RunRow): PathStep[] {
  if (state === runStates.failed || state === runStates.ended) return []
  const at = arrivedAt.toISOString()
  return [
    {
      nodeKey,
      status: 'in_progress',
      at,
      wakesAt: wakesAt?.toISOString() ?? null,
      effect: null,
      reason: null,
      changeSetId: null,
    },
  ]
}

function presentRun({ runId, scenarioId, version, state, outcome, enteredAt, endedAt }: RunRow) {
  return {
    runId,
    scenarioId,
    version,
    status: runStatuses[state - 1] ?? 'ended',
    outcome,
    enteredAt: enteredAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
  } as const
}

/** The ways of records through scenarios. */
export function createPaths({ database }: Platform, scenarios: Pick<Scenarios, 'findIn' | 'findNode'>) {
  const isTrigger = (nodes: readonly ScenarioNode[], nodeKey: string): boolean => {
    const type = nodes.find(({ key }) => key === nodeKey)?.type
    return type !== undefined && scenarios.findNode(type)?.category === 'trigger'
  }

  /**
   * The nodes of a run's version, with those on its way that only earlier versions have: it may have moved to this one.
   */
  async function nodesOf(
    db: Db,
    tenantId: number,
    scenario: ScenarioAtVersion,
    run: RunRow,
    keys: Set<string>,
  ) {
    const nodes = [...scenario.definition.nodes]
    for (const { key } of nodes) keys.delete(key)
    for (let version = run.version - 1; keys.size > 0 && version > 0; version -= 1) {
      const earlier = await scenarios.findIn(db, tenantId, run.scenarioId, version)
      const gone = (earlier?.definition.nodes ?? []).filter(({ key }) => keys.delete(key))
      nodes.push(...gone.map((node) => ({ ...node, next: {} })))
    }
    return nodes
  }

  return {
    /** Error: not_found `scenario.run_unknown`. */
    async read(actor: Actor, runId: number): Promise<RunPath> {
      const { tenantId } = actor
      const db = database.tenant(tenantId)
      const run = await findRun(db, tenantId, runId)
      const scenario = run && (await scenarios.findIn(db, tenantId, run.scenarioId, run.version))
      if (!run || !scenario) {
        throw notFound('scenario.run_unknown', 'This run no longer exists. Its scenario was deleted.')
      }
      const [steps, names] = await Promise.all([
        listSteps(db, tenantId, runId),
        findRecordNames(db, actor, [run.recordId]),
      ])
      const passed = new Set(steps.map(({ nodeKey }) => nodeKey))
      const nodes = await nodesOf(db, tenantId, scenario, run, passed)
      return {
        ...presentRun(run),
        scenario: scenario.name,
        record: { id: run.recordId, name: names.get(run.recordId) ?? null },
        nodes: nodes.map((node) => ({
          ...node,
          nodeId: scenario.nodeIds[node.key] as number,
        })),
        // An entry is noted after the first node was given its number.
        steps: [
          ...steps.filter(({ nodeKey }) => isTrigger(nodes, nodeKey)).map(presentStep),
          ...steps.filter(({ nodeKey }) => !isTrigger(nodes, nodeKey)).map(presentStep),
          ...presentPlace(run),
        ],
      }
    },

    /** The automations that touched a record, the latest first. Error: not_found `record.unknown`. */
    async ofRecord(
      actor: Actor,
      recordId: number,
      { before, limit }: { before?: number | undefined; limit: number },
    ): Promise<{ data: RecordRun[]; hasMore: boolean }> {
      const { tenantId } = actor
      const db = database.tenant(tenantId)
      if (!(await findRecordNames(db, actor, [recordId])).has(recordId)) {
        throw notFound('record.unknown', 'This record no longer exists.')
      }
      const rows = await listRunsOf(db, tenantId, recordId, { before: before ?? null, limit: limit + 1 })
      return {
        data: rows.slice(0, limit).map(({ scenario, actions, ...run }) => ({
          ...presentRun(run),
          scenario,
          nodeKey: run.nodeKey,
          wakesAt: run.wakesAt?.toISOString() ?? null,
          actions,
        })),
        hasMore: rows.length > limit,
      }
    },
  }
}

export type Paths = ReturnType<typeof createPaths>
