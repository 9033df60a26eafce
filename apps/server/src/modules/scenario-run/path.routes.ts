import { dataOf, idParams } from '@steward/contracts/api'
import { recordRunsQuery, runPathSchema, scenarioRunSchema } from '@steward/contracts/scenario/run'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { route } from '../../platform/http/route.ts'
import type { Paths } from './path.service.ts'

const tag = 'scenario'
const url = '/scenario-management/runs'

export function addPathRoutes(api: FastifyInstance, paths: Paths): void {
  route(api, {
    method: 'GET',
    url,
    operationId: 'listRecordScenarioRuns',
    summary: 'List the scenarios that a record was or is in, the latest first',
    tag,
    permission: 'scenario.read',
    query: recordRunsQuery,
    response: dataOf(z.array(scenarioRunSchema)),
    handle: async ({ actor, query }) => ({
      data: await paths.ofRecord(actor, query.level, query.parentIdentifier),
    }),
  })
  route(api, {
    method: 'GET',
    url: `${url}/:id`,
    operationId: 'readScenarioRun',
    summary: 'Get the way of a record through a scenario',
    tag,
    permission: 'scenario.read',
    params: idParams,
    response: dataOf(runPathSchema),
    handle: async ({ actor, params }) => ({ data: await paths.read(actor, params.id) }),
  })
}
