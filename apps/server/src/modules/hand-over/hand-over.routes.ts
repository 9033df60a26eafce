import { dataOf } from '@steward/contracts/api'
import { handedOverSchema, handOverPreviewSchema, handOverSchema } from '@steward/contracts/hand-over'
import type { FastifyInstance } from 'fastify'
import { route } from '../../platform/http/route.ts'
import type { HandOvers } from './hand-over.service.ts'

/** Giving all that a user owns to someone else. */
export function addHandOverRoutes(api: FastifyInstance, handOvers: HandOvers): void {
  route(api, {
    method: 'POST',
    url: '/core/hand-over/preview',
    operationId: 'previewHandOver',
    summary: "What a hand-over of somebody's records would hand over",
    description: 'A Normal User hands over their own records only.',
    tag: 'record',
    permission: 'record.edit',
    body: handOverSchema,
    response: dataOf(handOverPreviewSchema),
    handle: async ({ actor, body }) => ({ data: await handOvers.preview(actor, body) }),
  })
  route(api, {
    method: 'POST',
    url: '/core/hand-over',
    operationId: 'handOver',
    summary: 'Give the records that somebody owns to another owner, as one change set',
    description: 'A Normal User hands over their own records only.',
    tag: 'record',
    permission: 'record.edit',
    body: handOverSchema,
    response: dataOf(handedOverSchema),
    handle: async ({ actor, body }) => ({ data: await handOvers.run(actor, body) }),
  })
}
