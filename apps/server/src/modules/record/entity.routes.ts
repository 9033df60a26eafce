import { dataOf } from '@steward/contracts/api'
import { entityQuery, getByEmailsSchema, partialRecordSchema, recordSchema } from '@steward/contracts/record'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { route } from '../../platform/http/route.ts'
import type { RecordLookup } from './record.lookup.service.ts'

/** Lookups that belong to no single level's set of calls. */
export function addEntityRoutes(api: FastifyInstance, lookup: RecordLookup): void {
  route(api, {
    method: 'POST',
    url: '/core/contacts/get-by-emails',
    operationId: 'getContactsByEmails',
    tag: 'Contacts',
    permission: 'record.read',
    summary: 'Contacts by their e-mail addresses',
    body: getByEmailsSchema,
    response: dataOf(z.array(recordSchema)),
    handle: async ({ actor, body }) => ({ data: await lookup.contactsByEmail(actor, body.emails) }),
  })
  route(api, {
    method: 'GET',
    url: '/core/entity',
    operationId: 'findEntity',
    tag: 'Entities',
    permission: 'record.read',
    summary: 'Records of some levels that carry an external id',
    query: entityQuery,
    response: dataOf(z.array(partialRecordSchema)),
    handle: async ({ actor, query }) => ({
      data: await lookup.byExternalId(actor, query.levels, query.externalId),
    }),
  })
}
