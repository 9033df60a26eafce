import { dataOf, idParams } from '@steward/contracts/api'
import {
  changedExecutionsSchema,
  chosenExecutionsSchema,
  executionListQuery,
  nodeExecutionsSchema,
  scenarioChangesQuery,
  scenarioChangesSchema,
  undoScenarioSchema,
} from '@steward/contracts/scenario/execution'
import { recordRunsQuery, recordRunsSchema, runPathSchema } from '@steward/contracts/scenario/path'
import type { FastifyInstance } from 'fastify'
import type { Undoing } from './undo.service.ts'
import { route } from '../../platform/http/route.ts'
import type { Executions } from './execution.service.ts'
import type { Paths } from './path.service.ts'

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

/** What a scenario changed, and undoing it. */
export function addUndoRoutes(api: FastifyInstance, undoing: Undoing): void {
  route(api, {
    method: 'GET',
    url: '/scenario-management/scenarios/:id/changes',
    operationId: 'countScenarioChanges',
    summary: 'Count what a scenario changed since an instant, and how much of it is undone',
    tag,
    permission: 'scenario.read',
    params: idParams,
    query: scenarioChangesQuery,
    response: dataOf(scenarioChangesSchema),
    handle: async ({ actor, params, query }) => ({
      data: await undoing.changes(actor, params.id, new Date(query.since)),
    }),
  })
  route(api, {
    method: 'POST',
    url: '/scenario-management/scenarios/:id/undo',
    operationId: 'undoScenario',
    summary: 'Undo what a stopped scenario changed since an instant, as a job',
    tag,
    permission: 'scenario.edit',
    audited: { action: 'scenario.undone', summary: 'What a scenario changed was undone' },
    params: idParams,
    body: undoScenarioSchema,
    response: dataOf(scenarioChangesSchema),
    errors: [409],
    handle: async ({ actor, params, body }) => ({
      data: await undoing.undo(actor, params.id, new Date(body.since)),
    }),
  })
}

export function addPathRoutes(api: FastifyInstance, paths: Paths): void {
  route(api, {
    method: 'GET',
    url: '/scenario-management/runs/:id',
    operationId: 'readScenarioRun',
    summary: 'Get the way of a record through a scenario, with the nodes of its version',
    tag,
    permission: 'scenario.read',
    params: idParams,
    response: dataOf(runPathSchema),
    handle: async ({ actor, params }) => ({ data: await paths.read(actor, params.id) }),
  })
  route(api, {
    method: 'GET',
    url: '/scenario-management/records/:id/runs',
    operationId: 'listRecordRuns',
    summary: 'List the automations that touched a record, newest first',
    tag,
    permission: 'scenario.read',
    params: idParams,
    query: recordRunsQuery,
    response: recordRunsSchema,
    handle: ({ actor, params, query }) => paths.ofRecord(actor, params.id, query),
  })
}
