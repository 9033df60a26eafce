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
    summary: 'Preview a transfer of records',
    description: 'A Normal User can transfer only their own records.',
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
    summary: 'Transfer the records of one owner to another, as one change set',
    description: 'A Normal User can transfer only their own records.',
    tag: 'record',
    permission: 'record.edit',
    body: handOverSchema,
    response: dataOf(handedOverSchema),
    handle: async ({ actor, body }) => ({ data: await handOvers.run(actor, body) }),
  })
}
