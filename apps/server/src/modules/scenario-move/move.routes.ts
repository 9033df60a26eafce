import { dataOf, idParams } from '@steward/contracts/api'
import { moveRecordsSchema, scenarioMovesSchema } from '@steward/contracts/scenario/move'
import type { FastifyInstance } from 'fastify'
import { route } from '../../platform/http/route.ts'
import type { Moves } from './move.service.ts'

const tag = 'scenario'
const url = '/scenario-management/scenarios/:id/moves'

export function addMoveRoutes(api: FastifyInstance, moves: Moves): void {
  route(api, {
    method: 'GET',
    url,
    operationId: 'previewScenarioMoves',
    summary: 'List the records in earlier versions of a scenario, and which can move to the latest one',
    tag,
    permission: 'scenario.read',
    params: idParams,
    response: dataOf(scenarioMovesSchema),
    handle: async ({ actor, params }) => ({ data: await moves.preview(actor, params.id) }),
  })
  route(api, {
    method: 'POST',
    url,
    operationId: 'moveScenarioRecords',
    summary: 'Move the records in earlier versions of a scenario to the latest one, as a job',
    tag,
    permission: 'scenario.edit',
    audited: 'by-service',
    params: idParams,
    body: moveRecordsSchema,
    response: dataOf(scenarioMovesSchema),
    errors: [409],
    handle: async ({ actor, params, body }) => ({
      data: await moves.start(actor, params.id, body.version),
    }),
  })
}
