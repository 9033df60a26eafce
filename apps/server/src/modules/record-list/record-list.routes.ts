import { dataOf, idParams } from '@steward/contracts/api'
import { levels, type Level } from '@steward/contracts/level'
import {
  entityQuery,
  getByEmailsSchema,
  getByIdsSchema,
  listQuerySchema,
  partialQuery,
  partialRecordSchema,
  recordListSchema,
  recordSchema,
} from '@steward/contracts/record'
import { recordTotalSchema, recordTotalsQuery } from '@steward/contracts/record-totals'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { route } from '../../platform/http/route.ts'
import type { RecordLookup } from './record-list.lookup.service.ts'

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function addLevelRoutes(api: FastifyInstance, level: Level, lookup: RecordLookup): void {
  const { plural, id: levelId } = level
  const tag = capitalised(plural)
  const base = `/core/${plural}`
  route(api, {
    method: 'GET',
    url: base,
    operationId: `list${tag}`,
    tag,
    permission: 'record.read',
    summary: `List ${plural}, a page with exact totals`,
    query: listQuerySchema,
    response: recordListSchema,
    handle: ({ actor, query }) => lookup.list(actor, levelId, query),
  })
  route(api, {
    method: 'GET',
    url: `${base}/totals`,
    operationId: `total${tag}`,
    tag,
    permission: 'record.read',
    summary: `Get totals of ${plural}: count, sum, average, minimum and maximum`,
    query: recordTotalsQuery,
    response: dataOf(z.array(recordTotalSchema)),
    handle: async ({ actor, query }) => ({ data: await lookup.totals(actor, levelId, query) }),
  })
  route(api, {
    method: 'POST',
    url: `${base}/get-by-ids`,
    operationId: `get${tag}ByIds`,
    tag,
    permission: 'record.read',
    summary: `List ${plural} by their ids`,
    query: listQuerySchema,
    body: getByIdsSchema,
    response: recordListSchema,
    handle: ({ actor, query, body }) =>
      lookup.list(actor, levelId, { ...query, ids: Array.isArray(body) ? body : body.ids }),
  })
  route(api, {
    method: 'GET',
    url: `${base}/partial`,
    operationId: `search${tag}`,
    tag,
    permission: 'record.read',
    summary: `Find ${plural} by part of a name`,
    query: partialQuery,
    response: dataOf(z.array(partialRecordSchema)),
    handle: async ({ actor, query }) => ({ data: await lookup.partial(actor, levelId, query) }),
  })
}

/** Organizations and accounts have contacts. */
function addContactRoute(api: FastifyInstance, level: Level, lookup: RecordLookup): void {
  const { plural, name, id: levelId } = level
  const tag = capitalised(plural)
  const base = `/core/${plural}`
  route(api, {
    method: 'GET',
    url: `${base}/:id/contacts`,
    operationId: `list${capitalised(name)}Contacts`,
    tag,
    permission: 'record.read',
    summary: `List the contacts of one ${name}`,
    params: idParams,
    query: z.object({ format: z.enum(['list']).default('list') }),
    response: recordListSchema,
    handle: ({ actor, params }) => lookup.contactsOf(actor, levelId as 1 | 2, params.id),
  })
}

/** Lookups that belong to no single level's set of calls. */
function addEntityRoutes(api: FastifyInstance, lookup: RecordLookup): void {
  route(api, {
    method: 'POST',
    url: '/core/contacts/get-by-emails',
    operationId: 'getContactsByEmails',
    tag: 'Contacts',
    permission: 'record.read',
    summary: 'Find contacts by email address',
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
    summary: 'Find records by external id',
    query: entityQuery,
    response: dataOf(z.array(partialRecordSchema)),
    handle: async ({ actor, query }) => ({
      data: await lookup.byExternalId(actor, query.levels, query.externalId),
    }),
  })
}

/** The same calls for each of the four levels, and lookups across them. */
export function addRecordListRoutes(api: FastifyInstance, lookup: RecordLookup): void {
  addEntityRoutes(api, lookup)
  for (const level of levels) {
    if (level.id < 3) addContactRoute(api, level, lookup)
    addLevelRoutes(api, level, lookup)
  }
}
