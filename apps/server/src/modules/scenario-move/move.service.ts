import { scenarioStatusId } from '@steward/contracts/plain/scenario'
import type { ScenarioMoves } from '@steward/contracts/scenario/move'
import type { ScenarioNode } from '@steward/contracts/scenario/scenario'
import type { Actor } from '../../platform/actor.ts'
import { transact } from '../../platform/db/database.ts'
import { AppError, notFound } from '../../platform/errors.ts'
import { addJob, keysInHand, type Task } from '../../platform/jobs/jobs.ts'
import { progressed } from '../../platform/jobs/progress.ts'
import { yieldToCalls } from '../../platform/pace/lane.ts'
import type { Platform } from '../../platform/platform.ts'
import type { AuditService } from '../audit/index.ts'
import type { ScenarioAtVersion, Scenarios } from '../scenario-management/index.ts'
import type { ScenarioRunning } from '../scenario-run/index.ts'

const moveTask = 'scenario.move'

interface Payload {
  tenantId: number
  scenarioId: number
  /** To which records move. */
  version: number
}

export interface MoveNeighbours {
  scenarios: Scenarios
  runs: Pick<ScenarioRunning, 'openInEarlier' | 'moveSome'>
  audit: Pick<AuditService, 'write'>
}

const keyOf = ({ tenantId, scenarioId }: Omit<Payload, 'version'>): string =>
  `${moveTask}:${tenantId}:${scenarioId}`

const nodesByKey = ({ definition }: ScenarioAtVersion): Map<string, ScenarioNode> =>
  new Map(definition.nodes.map((node) => [node.key, node]))

/** Why records at a node can't go on in another version; null where they can. */
function reasonOf(before: ScenarioNode | undefined, after: ScenarioNode | undefined): string | null {
  if (!after) return 'This node is not in the latest version.'
  return before?.type === after.type ? null : 'This node has another type in the latest version.'
}

const countMovable = ({ versions }: ScenarioMoves): number =>
  versions
    .flatMap(({ nodes }) => nodes)
    .reduce((sum, { records, reason }) => sum + (reason === null ? records : 0), 0)

/** Moves records to the latest version of their scenario: those whose node is in it. */
export function createMoves({ database }: Platform, { scenarios, runs, audit }: MoveNeighbours) {
  async function find(tenantId: number, scenarioId: number): Promise<ScenarioAtVersion> {
    const found = await scenarios.findIn(database.tenant(tenantId), tenantId, scenarioId)
    if (!found) throw notFound('scenario.unknown', 'This scenario no longer exists.')
    return found
  }

  async function versionsOf(
    tenantId: number,
    scenario: ScenarioAtVersion,
  ): Promise<ScenarioMoves['versions']> {
    const { scenarioId, version } = scenario
    const db = database.tenant(tenantId)
    const open = await runs.openInEarlier(db, { tenantId, scenarioId, version })
    const after = nodesByKey(scenario)
    const groups = [...Map.groupBy(open, (one) => one.version)]
    return Promise.all(
      groups.map(async ([earlier, some]) => {
        const found = await scenarios.findIn(db, tenantId, scenarioId, earlier)
        const before = found ? nodesByKey(found) : after
        return {
          version: earlier,
          nodes: some.map(({ nodeKey, records }) => ({
            nodeKey,
            records,
            type: before.get(nodeKey)?.type ?? '',
            reason: reasonOf(before.get(nodeKey), after.get(nodeKey)),
          })),
        }
      }),
    )
  }

  async function preview({ tenantId }: Actor, scenarioId: number): Promise<ScenarioMoves> {
    const scenario = await find(tenantId, scenarioId)
    const key = keyOf({ tenantId, scenarioId })
    const versions = await versionsOf(tenantId, scenario)
    const moving = (await keysInHand(database.owner, [key])).has(key)
    return { version: scenario.version, moving, versions }
  }

  const work: Task = async (payload, { signal }) => {
    const { tenantId, scenarioId, version } = payload as Payload
    const db = database.tenant(tenantId)
    const scenario = await scenarios.findIn(db, tenantId, scenarioId, version)
    if (!scenario) return
    const waits = scenario.definition.nodes.filter(({ type }) => type === 'wait').map(({ key }) => key)
    for (const { version: from, nodes } of await versionsOf(tenantId, { ...scenario, version })) {
      const keys = nodes.flatMap(({ nodeKey, reason }) => (reason === null ? [nodeKey] : []))
      const idsOf = (some: readonly string[]) => some.map((key) => scenario.nodeIds[key] as number)
      const place = { tenantId, scenarioId, from, to: version, nodeIds: idsOf(keys), waitIds: idsOf(waits) }
      while (keys.length > 0 && (await transact(db, (tx) => runs.moveSome(tx, place)))) {
        await progressed()
        await yieldToCalls()
        if (!signal.aborted) continue
        await addJob(db, { task: moveTask, payload, key: keyOf({ tenantId, scenarioId }) })
        return
      }
    }
  }

  return {
    tasks: { [moveTask]: work },

    /** Error: not_found `scenario.unknown`. */
    preview,

    /**
     * Moves all records that can move. Errors: not_found; conflict `scenario.archived`, and `scenario.changed` where
     * another version was saved since the preview.
     */
    async start(actor: Actor, scenarioId: number, version: number): Promise<ScenarioMoves> {
      const { tenantId } = actor
      const scenario = await find(tenantId, scenarioId)
      const { name } = scenario
      if (scenario.status === scenarioStatusId('archived')) {
        throw new AppError('conflict', 'scenario.archived', 'This scenario is archived: its records left it.')
      }
      if (scenario.version !== version) {
        const message = 'This is not the latest version. Look at the records again, then move them.'
        throw new AppError('conflict', 'scenario.changed', message)
      }
      const count = countMovable(await preview(actor, scenarioId))
      if (count > 0) {
        await scenarios.awaiting.forget(tenantId)
        await transact(database.tenant(tenantId), async (tx) => {
          const payload: Payload = { tenantId, scenarioId, version }
          await addJob(tx, { task: moveTask, payload, key: keyOf(payload) })
          await audit.write(tx, tenantId, {
            action: 'scenario.records-moved',
            summary: `${count} ${count === 1 ? 'record' : 'records'} in the scenario “${name}” moved to version ${version}`,
            actor,
            subject: { kind: 'scenario', id: scenarioId, name },
          })
        })
      }
      return preview(actor, scenarioId)
    },
  }
}

export type Moves = ReturnType<typeof createMoves>
