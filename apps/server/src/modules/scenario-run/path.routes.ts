import { dataOf, idParams } from '@steward/contracts/api'
import { recordRunsQuery, recordRunsSchema, runPathSchema } from '@steward/contracts/scenario/path'
import type { FastifyInstance } from 'fastify'
import { route } from '../../platform/http/route.ts'
import type { Paths } from './path.service.ts'

const tag = 'scenario'

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
