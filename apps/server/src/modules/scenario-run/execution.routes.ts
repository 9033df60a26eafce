import { dataOf, idParams } from '@steward/contracts/api'
import {
  changedExecutionsSchema,
  chosenExecutionsSchema,
  executionListQuery,
  nodeExecutionsSchema,
} from '@steward/contracts/scenario/execution'
import type { FastifyInstance } from 'fastify'
import { route } from '../../platform/http/route.ts'
import type { Executions } from './execution.service.ts'

const tag = 'scenario'
const url = '/scenario-management/nodes'

export function addExecutionRoutes(api: FastifyInstance, executions: Executions): void {
  route(api, {
    method: 'GET',
    url: `${url}/:id/node-execution-runs`,
    operationId: 'listNodeExecutions',
    summary: 'List what happened to records at a node, newest first',
    tag,
    permission: 'scenario.read',
    params: idParams,
    query: executionListQuery,
    response: nodeExecutionsSchema,
    handle: ({ actor, params, query }) => executions.list(actor, params.id, query),
  })
  route(api, {
    method: 'POST',
    url: `${url}/node-execution-runs/dismiss`,
    operationId: 'dismissNodeExecutions',
    summary: 'Mark failures and skips as attended to; records that failed leave the scenario',
    tag,
    permission: 'scenario.edit',
    body: chosenExecutionsSchema,
    response: dataOf(changedExecutionsSchema),
    handle: async ({ actor, body }) => ({
      data: { nodeExecutionRunIds: await executions.dismiss(actor, body.ids) },
    }),
  })
  route(api, {
    method: 'POST',
    url: `${url}/node-execution-runs/retry`,
    operationId: 'retryNodeExecutions',
    summary: 'Continue from the nodes at which records failed, with the records as they are now',
    tag,
    permission: 'scenario.edit',
    body: chosenExecutionsSchema,
    response: dataOf(changedExecutionsSchema),
    handle: async ({ actor, body }) => ({
      data: { nodeExecutionRunIds: await executions.retry(actor, body.ids) },
    }),
  })
}
