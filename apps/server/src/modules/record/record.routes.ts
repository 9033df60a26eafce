import { dataOf, idParams } from '@steward/contracts/api'
import { levels, type Level } from '@steward/contracts/level'
import {
  assignSchema,
  changedSchema,
  changeManySchema,
  churnSchema,
  editRecordSchema,
  entityQuery,
  getByEmailsSchema,
  getByIdsSchema,
  listQuerySchema,
  moveSchema,
  partialQuery,
  partialRecordSchema,
  recordFormSchema,
  recordListSchema,
  recordSchema,
  writtenRecordSchema,
} from '@steward/contracts/record'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { route } from '../../platform/http/route.ts'
import type { RecordActs } from './record.act.service.ts'
import type { RecordLookup } from './record.lookup.service.ts'
import type { RecordService } from './record.service.ts'

export interface RecordParts {
  records: RecordService
  acts: RecordActs
  lookup: RecordLookup
}

const emptyBody = z.strictObject({}).nullish()

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function addReadRoutes(api: FastifyInstance, level: Level, { records, lookup }: RecordParts): void {
  const { plural, name, id: levelId } = level
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
  route(api, {
    method: 'GET',
    url: `${base}/:id`,
    operationId: `get${capitalised(name)}`,
    tag,
    permission: 'record.read',
    summary: `Read one ${name}`,
    params: idParams,
    query: z.object({ displayCurrency: z.string().max(3).optional() }),
    response: dataOf(recordSchema),
    handle: async ({ actor, params }) => ({ data: await records.read(actor, levelId, params.id) }),
  })
}

function addWriteRoutes(api: FastifyInstance, level: Level, { records, acts }: RecordParts): void {
  const { plural, name, id: levelId } = level
  const tag = capitalised(plural)
  const one = capitalised(name)
  const base = `/core/${plural}`
  route(api, {
    method: 'POST',
    url: base,
    operationId: `create${one}`,
    tag,
    permission: 'record.create',
    errors: [409],
    summary: `Create a record: ${name}`,
    body: recordFormSchema,
    response: writtenRecordSchema,
    handle: ({ actor, body }) => records.create(actor, levelId, body),
  })
  route(api, {
    method: 'POST',
    url: `${base}/:id`,
    operationId: `edit${one}`,
    tag,
    permission: 'record.edit',
    errors: [409],
    summary: `Edit one ${name}: a form, or single fields under data`,
    params: idParams,
    body: editRecordSchema,
    response: writtenRecordSchema,
    handle: ({ actor, params, body }) => records.edit(actor, levelId, params.id, body),
  })
  for (const action of ['archive', 'restore'] as const) {
    route(api, {
      method: 'PUT',
      url: `${base}/:id/${action}`,
      operationId: `${action}${one}`,
      tag,
      permission: 'record.edit',
      summary: `${capitalised(action)} one ${name}`,
      params: idParams,
      body: emptyBody,
      response: writtenRecordSchema,
      handle: ({ actor, params }) => acts.setFlag(actor, levelId, params.id, action),
    })
  }
  route(api, {
    method: 'POST',
    url: `${base}/change`,
    operationId: `change${tag}`,
    tag,
    permission: 'record.edit',
    summary: `Change up to 1,000 ${plural} in one act that can be undone`,
    body: changeManySchema,
    response: dataOf(changedSchema),
    handle: async ({ actor, body }) => ({ data: await acts.changeMany(actor, levelId, body) }),
  })
  route(api, {
    method: 'POST',
    url: `${base}/:id/move`,
    operationId: `move${one}`,
    tag,
    permission: 'record.edit',
    summary: `Move one ${name} to another parent`,
    params: idParams,
    body: moveSchema,
    response: writtenRecordSchema,
    handle: ({ actor, params, body }) => acts.move(actor, levelId, params.id, body),
  })
}

/** Organizations and accounts churn, are assigned, and have contacts. */
function addCustomerRoutes(api: FastifyInstance, level: Level, { acts, lookup }: RecordParts): void {
  const { plural, name, id: levelId } = level
  const tag = capitalised(plural)
  const base = `/core/${plural}`
  route(api, {
    method: 'PUT',
    url: `${base}/:id/churn-status`,
    operationId: `churn${capitalised(name)}`,
    tag,
    permission: 'record.edit',
    summary: `Mark one ${name} churned, or no longer churned`,
    params: idParams,
    body: churnSchema,
    response: writtenRecordSchema,
    handle: ({ actor, params, body }) =>
      acts.setFlag(actor, levelId, params.id, body?.churned === false ? 'unchurn' : 'churn'),
  })
  route(api, {
    method: 'POST',
    url: `${base}/assign`,
    operationId: `assign${tag}`,
    tag,
    permission: 'record.edit',
    summary: `Set, add or remove owners of ${plural}`,
    body: assignSchema,
    response: dataOf(changedSchema),
    handle: async ({ actor, body }) => ({ data: await acts.assign(actor, levelId, body) }),
  })
  route(api, {
    method: 'GET',
    url: `${base}/:id/contacts`,
    operationId: `list${capitalised(name)}Contacts`,
    tag,
    permission: 'record.read',
    summary: `The contacts of one ${name}`,
    params: idParams,
    query: z.object({ format: z.enum(['list']).default('list') }),
    response: recordListSchema,
    handle: ({ actor, params }) => lookup.contactsOf(actor, levelId as 1 | 2, params.id),
  })
}

/** Lookups that belong to no single level's set of calls. */
function addEntityRoutes(api: FastifyInstance, { lookup }: RecordParts): void {
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

/** The same calls for each of the four levels; churn and assign only where the specification has them. */
export function addRecordRoutes(api: FastifyInstance, parts: RecordParts): void {
  addEntityRoutes(api, parts)
  for (const level of levels) {
    if (level.id < 3) addCustomerRoutes(api, level, parts)
    addReadRoutes(api, level, parts)
    addWriteRoutes(api, level, parts)
  }
}
