import { LRUCache } from 'lru-cache'
import type { LevelId } from '@steward/contracts/level'
import type { Reentry, ScenarioNode } from '@steward/contracts/scenario/scenario'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { ScenarioAtVersion, Scenarios } from '../scenario-management/index.ts'

/** A version of a scenario as runs follow it. */
export interface RunPlan {
  name: string
  level: LevelId
  timeZone: string
  /** Actions on a day; null: any number. */
  actionsPerDay: number | null
  reentry: Reentry
  trigger: ScenarioNode
  nodeOf(nodeId: number): ScenarioNode | undefined
  idOf(key: string): number
}

export function planOf(
  { definition, nodeIds, level }: ScenarioAtVersion,
  isTrigger: (type: string) => boolean,
): RunPlan {
  const { formData, nodes } = definition
  const byId = new Map(nodes.map((node) => [nodeIds[node.key] as number, node]))
  return {
    name: formData.name,
    level,
    timeZone: formData.timeZone,
    actionsPerDay: formData.actionsPerDay,
    reentry: formData.reentry,
    trigger: nodes.find(({ type }) => isTrigger(type)) as ScenarioNode,
    nodeOf: (nodeId) => byId.get(nodeId),
    idOf: (key) => nodeIds[key] as number,
  }
}

/** Reads the plans of versions, which never change, and keeps the latest ones. */
export function createPlans({ findIn, findNode }: Pick<Scenarios, 'findIn' | 'findNode'>) {
  const known = new LRUCache<string, RunPlan>({ max: 500 })
  return async function read(
    db: Db | Tx,
    { tenantId, scenarioId, version }: { tenantId: number; scenarioId: number; version: number },
  ): Promise<RunPlan | undefined> {
    const key = `${tenantId}:${scenarioId}:${version}`
    const kept = known.get(key)
    if (kept) return kept
    const found = await findIn(db, tenantId, scenarioId, version)
    if (!found) return undefined
    const plan = planOf(found, (type) => findNode(type)?.category === 'trigger')
    known.set(key, plan)
    return plan
  }
}

export type ReadPlan = ReturnType<typeof createPlans>
