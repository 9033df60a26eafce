import { dataOf, idParams } from '@steward/contracts/api'
import { loggedListQuery } from '@steward/contracts/logged-item'
import {
  changePulseSchema,
  createPulseSchema,
  deletedPulseSchema,
  pulseEntityQuery,
  pulseHistoryQuery,
  pulseHistorySchema,
  pulseLevelQuery,
  pulsePageSchema,
  pulseSchema,
  writtenPulseSchema,
} from '@steward/contracts/pulse'
import { bookmarkSchema } from '@steward/contracts/timeline'
import type { FastifyInstance } from 'fastify'
import { route } from '../../platform/http/route.ts'
import type { PulseService } from './pulse.service.ts'

const url = '/core/entity-action/pulse'
const tag = 'Pulse'

export function addPulseRoutes(api: FastifyInstance, pulses: PulseService): void {
  route(api, {
    method: 'GET',
    url,
    operationId: 'listPulses',
    summary: 'List pulse entries of a record and its child records, newest first',
    tag,
    permission: 'timeline.read',
    query: loggedListQuery,
    response: pulsePageSchema,
    errors: [404],
    handle: ({ actor, query }) => pulses.page(actor, query),
  })
  route(api, {
    method: 'GET',
    url: `${url}/history`,
    operationId: 'readPulseHistory',
    summary: 'Get the pulse history of a record, oldest first',
    description: 'Logged entries, and changes of the field without an entry. The latest 2,000 of each.',
    tag,
    permission: 'timeline.read',
    query: pulseHistoryQuery,
    response: pulseHistorySchema,
    errors: [404],
    handle: async ({ actor, query }) => ({
      data: await pulses.history(actor, query.level, query.parentIdentifier),
    }),
  })
  route(api, {
    method: 'POST',
    url,
    operationId: 'createPulse',
    summary: 'Log a pulse; the newest one becomes the pulse of the record',
    description:
      'Send the form directly, or as `formData`. The change of the record is one change set; undoing it also removes the entry.',
    tag,
    permission: 'timeline.edit',
    query: pulseLevelQuery,
    body: createPulseSchema,
    response: writtenPulseSchema,
    errors: [404],
    handle: ({ actor, query, body }) => pulses.create(actor, query.level, body),
  })
  route(api, {
    method: 'PUT',
    url: `${url}/:id`,
    operationId: 'changePulse',
    summary: 'Update an entry; absent properties stay unchanged',
    tag,
    permission: 'timeline.edit',
    params: idParams,
    query: pulseEntityQuery,
    body: changePulseSchema,
    response: writtenPulseSchema,
    errors: [409],
    handle: ({ actor, params, query, body }) => pulses.change(actor, params.id, query, body),
  })
  route(api, {
    method: 'PATCH',
    url: `${url}/:id/bookmark`,
    operationId: 'bookmarkPulse',
    summary: 'Add or remove your bookmark on an entry',
    tag,
    permission: 'timeline.read',
    params: idParams,
    body: bookmarkSchema,
    response: dataOf(pulseSchema),
    handle: async ({ actor, params, body }) => ({
      data: await pulses.bookmark(actor, params.id, body.bookmarkStatus),
    }),
  })
  route(api, {
    method: 'DELETE',
    url: `${url}/:id`,
    operationId: 'deletePulse',
    summary: 'Delete an entry; the record gets the pulse before it',
    tag,
    permission: 'timeline.edit',
    params: idParams,
    query: pulseEntityQuery,
    response: deletedPulseSchema,
    errors: [409],
    handle: async ({ actor, params, query }) => ({
      changeSetId: await pulses.remove(actor, params.id, query),
      data: { pulseId: params.id, itemId: params.id },
    }),
  })
}
