import { dataOf, idParams } from '@steward/contracts/api'
import { removeStageSchema, stageRemovalSchema } from '@steward/contracts/stage-removal'
import type { FastifyInstance } from 'fastify'
import { route } from '../../platform/http/route.ts'
import type { RemovalService } from './stage-removal.service.ts'

const tag = 'lifecycle'

/** Deleting lifecycle stages. */
export function addRemovalRoutes(api: FastifyInstance, removals: RemovalService): void {
  route(api, {
    method: 'DELETE',
    url: '/core/lifecycles/:id',
    operationId: 'deleteLifecycleStage',
    summary: 'Delete a lifecycle stage; its records move to another one',
    description:
      'One change set; undoing it restores the stage with its records. With many records, the response has the state "moving"; request the removal for its progress.',
    tag,
    permission: 'lifecycle.administer',
    audited: 'by-service',
    params: idParams,
    body: removeStageSchema,
    response: dataOf(stageRemovalSchema),
    errors: [409],
    handle: async ({ actor, params, body }) => ({ data: await removals.remove(actor, params.id, body) }),
  })
  route(api, {
    method: 'GET',
    url: '/core/lifecycles/:id/removal',
    operationId: 'getStageRemoval',
    summary: 'Get the progress of a stage deletion',
    tag,
    permission: 'lifecycle.administer',
    params: idParams,
    response: dataOf(stageRemovalSchema),
    handle: async ({ actor, params }) => ({ data: await removals.read(actor, params.id) }),
  })
}
