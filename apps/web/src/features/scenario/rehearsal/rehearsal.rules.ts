import type { ExecutionStatus } from '@steward/contracts/plain/scenario'
import type { Rehearsal } from '@steward/contracts/scenario/rehearsal'

type Count = Pick<Rehearsal['counts'][number], 'day' | 'nodeKey' | 'status' | 'count'>

/** How often each node would have had each status. */
export function countsByNode(counts: readonly Count[]): Map<string, Map<ExecutionStatus, number>> {
  const byNode = new Map<string, Map<ExecutionStatus, number>>()
  for (const { nodeKey, status, count } of counts) {
    const of = byNode.get(nodeKey) ?? new Map<ExecutionStatus, number>()
    of.set(status, (of.get(status) ?? 0) + count)
    byNode.set(nodeKey, of)
  }
  return byNode
}

/** What would have been completed at some nodes, by day, the latest first. */
export function countsByDay(counts: readonly Count[], nodeKeys: ReadonlySet<string>): [string, number][] {
  const byDay = new Map<string, number>()
  for (const { day, nodeKey, status, count } of counts) {
    if (status !== 'completed' || !nodeKeys.has(nodeKey)) continue
    byDay.set(day, (byDay.get(day) ?? 0) + count)
  }
  return [...byDay].toSorted(([one], [other]) => (one < other ? 1 : -1))
}
