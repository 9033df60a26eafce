import { levelOf, type LevelId } from '@steward/contracts/level'
import { executionStatuses, runStateNames } from '@steward/contracts/plain/scenario'
import type { RunPath, ScenarioRun } from '@steward/contracts/scenario/run'
import type { Actor } from '../../platform/actor.ts'
import type { Db } from '../../platform/db/database.ts'
import { notFound } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import type { ScenarioAtVersion, Scenarios } from '../scenario-management/index.ts'
import { findRun, listRecordRuns, listSteps, type RunRow, type StepRow } from './record.read-model.ts'

const typeOf = (row: RunRow, { definition }: ScenarioAtVersion): string =>
  definition.nodes.find(({ key }) => key === row.nodeKey)?.type ?? ''

const presentRun = (row: RunRow, version: ScenarioAtVersion): ScenarioRun => ({
  runId: row.runId,
  scenarioId: row.scenarioId,
  name: row.name,
  version: row.version,
  state: runStateNames[row.state - 1] ?? 'ended',
  nodeId: row.nodeId,
  nodeType: typeOf(row, version),
  enteredAt: row.enteredAt.toISOString(),
  wakesAt: row.wakeAt?.toISOString() ?? null,
  endedAt: row.endedAt?.toISOString() ?? null,
})

const presentStep = ({ nodeRunId, status, wakeAt, at, ...rest }: StepRow): RunPath['steps'][number] => ({
  ...rest,
  nodeExecutionRunId: nodeRunId,
  status: executionStatuses[status - 1] ?? 'completed',
  wakesAt: wakeAt?.toISOString() ?? null,
  at: at.toISOString(),
})

/** A record that is on its way is at a node of which no execution has ended yet. */
function currentStep({ state, nodeRunId, nodeId, wakeAt, arrivedAt }: RunRow): StepRow[] {
  const isGoing = runStateNames[state - 1] === 'ready' || runStateNames[state - 1] === 'waiting'
  if (!isGoing) return []
  return [{ nodeRunId, nodeId, status: 1, reason: null, changeSetId: null, wakeAt, at: arrivedAt }]
}

/** Which way records took through scenarios. */
export function createPaths(platform: Platform, scenarios: Pick<Scenarios, 'findIn'>) {
  async function versionOf(db: Db, tenantId: number, { scenarioId, version }: RunRow) {
    return (await scenarios.findIn(db, tenantId, scenarioId, version)) as ScenarioAtVersion
  }
  return {
    /** The latest runs of a record, at most a hundred. */
    async ofRecord({ tenantId }: Actor, level: LevelId, recordId: number): Promise<ScenarioRun[]> {
      const db = platform.database.tenant(tenantId)
      const rows = await listRecordRuns(db, tenantId, level, recordId)
      const versions = new Map<string, Promise<ScenarioAtVersion>>()
      return Promise.all(
        rows.map(async (row) => {
          const key = `${row.scenarioId}:${row.version}`
          const version = versions.get(key) ?? versionOf(db, tenantId, row)
          versions.set(key, version)
          return presentRun(row, await version)
        }),
      )
    },

    /** Errors: not_found `scenario.run_unknown`. */
    async read({ tenantId }: Actor, runId: number): Promise<RunPath> {
      const db = platform.database.tenant(tenantId)
      const row = await findRun(db, tenantId, runId)
      if (!row) throw notFound('scenario.run_unknown', 'This run no longer exists.')
      const [version, steps] = await Promise.all([
        versionOf(db, tenantId, row),
        listSteps(db, tenantId, runId),
      ])
      return {
        ...presentRun(row, version),
        record: { id: row.recordId, name: row.recordName, level: levelOf(row.level as LevelId).name },
        nodes: version.definition.nodes.map((node) => ({
          ...node,
          nodeId: version.nodeIds[node.key] as number,
        })),
        steps: [...steps, ...currentStep(row)].map(presentStep),
      }
    },
  }
}

export type Paths = ReturnType<typeof createPaths>
