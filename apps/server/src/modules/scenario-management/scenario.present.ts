import { levelOf } from '@steward/contracts/level'
import {
  executionStatuses,
  executionStatusId,
  scenarioStatuses,
  type ExecutionStatus,
} from '@steward/contracts/plain/scenario'
import type { ScenarioProblem } from '@steward/contracts/scenario/check'
import type { ExecutionSummary, Scenario, ScenarioSummary } from '@steward/contracts/scenario/scenario'
import type { NodeTypes } from './node-type.ts'
import type { UserDirectory } from '../user-management/index.ts'
import type { ScenarioAtVersion } from './scenario.store.ts'

/** How many executions a node has, by node and status, as their place in the list from 1. */
export type NodeCounts = ReadonlyMap<number, ReadonlyMap<number, number>>

function summaryOf(counts: NodeCounts, nodeId: number): ExecutionSummary {
  const of = counts.get(nodeId)
  const entries = executionStatuses.map((status): [ExecutionStatus, number] => [
    status,
    of?.get(executionStatusId(status)) ?? 0,
  ])
  return Object.fromEntries(entries) as ExecutionSummary
}

function personOf({ byId }: UserDirectory, userId: number | null) {
  const user = userId === null ? undefined : byId.get(userId)
  return user ? { id: user.userId, name: user.name, imageId: user.imageId } : null
}

function sharedOf(stored: ScenarioAtVersion, directory: UserDirectory) {
  const { scenarioId, status, version, pausedBecause, createdBy, createdAt, updatedAt, activatedAt } = stored
  return {
    scenarioId,
    status: scenarioStatuses[status - 1] ?? 'archived',
    version,
    pausedBecause,
    createdBy: personOf(directory, createdBy),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    activatedAt: activatedAt?.toISOString() ?? null,
  }
}

export function presentScenario(
  stored: ScenarioAtVersion,
  directory: UserDirectory,
  { types, counts, problems }: { types: NodeTypes; counts: NodeCounts; problems: ScenarioProblem[] },
): Scenario {
  const { formData, nodes } = stored.definition
  return {
    ...sharedOf(stored, directory),
    formData: { ...formData, level: levelOf(stored.level).name },
    nodes: nodes.map((node) => {
      const nodeId = stored.nodeIds[node.key] as number
      return {
        ...node,
        nodeId,
        category: types.find(node.type)?.category ?? 'action',
        executions: { summary: summaryOf(counts, nodeId) },
      }
    }),
    problems,
  }
}

export function presentSummary(
  stored: ScenarioAtVersion,
  directory: UserDirectory,
  { types, counts, lastAt }: { types: NodeTypes; counts: NodeCounts; lastAt: ReadonlyMap<number, Date> },
): ScenarioSummary {
  const { formData, nodes } = stored.definition
  const trigger = nodes.find(({ type }) => types.find(type)?.category === 'trigger')
  const all = Object.values(stored.nodeIds).map((nodeId) => summaryOf(counts, nodeId))
  const triggerId = trigger ? (stored.nodeIds[trigger.key] as number) : 0
  const sum = (status: ExecutionStatus) => all.reduce((total, summary) => total + summary[status], 0)
  return {
    ...sharedOf(stored, directory),
    name: stored.name,
    description: formData.description,
    level: levelOf(stored.level).name,
    trigger: trigger?.type ?? '',
    triggerSettings: trigger?.settings ?? {},
    entered: summaryOf(counts, triggerId).completed,
    lastEnteredAt: lastAt.get(triggerId)?.toISOString() ?? null,
    inProgress: sum('in_progress'),
    failed: sum('unattended_failure'),
  }
}
