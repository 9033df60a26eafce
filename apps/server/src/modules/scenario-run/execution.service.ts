import { executionStatuses, executionStatusId } from '@steward/contracts/plain/scenario'
import type { executionListQuery, NodeExecution } from '@steward/contracts/scenario/execution'
import type { z } from 'zod'
import type { Actor } from '../../platform/actor.ts'
import { transact } from '../../platform/db/database.ts'
import { notFound } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import { addJobs } from './advance.queue.ts'
import { noteCounts } from './count.store.ts'
import {
  dismissExecutions,
  hasNode,
  listExecutions,
  retryExecutions,
  type ExecutionRow,
} from './execution.store.ts'

const inProgress = executionStatusId('in_progress')

const present = ({
  nodeRunId,
  recordId,
  name,
  wakeAt,
  at,
  status,
  ...rest
}: ExecutionRow): NodeExecution => ({
  ...rest,
  nodeExecutionRunId: nodeRunId,
  status: executionStatuses[status - 1] ?? 'completed',
  record: { id: recordId, name },
  wakesAt: wakeAt?.toISOString() ?? null,
  at: at.toISOString(),
})

/** What happened to records at nodes, and what people do about it. */
export function createExecutions(platform: Platform) {
  const { database, clock } = platform
  return {
    /** Errors: not_found `scenario.node_unknown`. */
    async list(
      { tenantId }: Actor,
      nodeId: number,
      { status, before, limit }: z.output<typeof executionListQuery>,
    ) {
      const db = database.tenant(tenantId)
      if (!(await hasNode(db, tenantId, nodeId))) {
        throw notFound('scenario.node_unknown', 'This node no longer exists.')
      }
      const rows = await listExecutions(db, tenantId, nodeId, {
        status: status === undefined ? null : executionStatusId(status),
        before: before ?? null,
        limit: limit + 1,
      })
      return { data: rows.slice(0, limit).map(present), hasMore: rows.length > limit }
    },

    /** Continues from the failed node with the records as they are now. Answers the executions that are retried. */
    async retry({ tenantId }: Actor, ids: readonly number[]): Promise<number[]> {
      return transact(database.tenant(tenantId), async (tx) => {
        const retried = await retryExecutions(tx, tenantId, ids, clock.now())
        await noteCounts(
          tx,
          tenantId,
          retried.flatMap(({ nodeId, status }) => [
            { nodeId, status, n: -1 },
            { nodeId, status: inProgress, n: 1 },
          ]),
        )
        const places = new Map(
          retried.map(({ scenarioId, version, nodeId }) => [
            `${version}:${nodeId}`,
            { tenantId, scenarioId, version, nodeId },
          ]),
        )
        await addJobs(tx, [...places.values()])
        return retried.map(({ nodeRunId }) => nodeRunId)
      })
    },

    /** Marks failures and skips as attended to. Answers those that were not yet. */
    async dismiss({ tenantId }: Actor, ids: readonly number[]): Promise<number[]> {
      return transact(database.tenant(tenantId), async (tx) => {
        const dismissed = await dismissExecutions(tx, tenantId, ids, clock.now())
        await noteCounts(
          tx,
          tenantId,
          dismissed.flatMap(({ nodeId, status }) => [
            { nodeId, status, n: -1 },
            { nodeId, status: status + 1, n: 1 },
          ]),
        )
        return dismissed.map(({ nodeRunId }) => nodeRunId)
      })
    },
  }
}

export type Executions = ReturnType<typeof createExecutions>
