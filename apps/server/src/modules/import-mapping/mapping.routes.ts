import { dataOf, idSchema } from '@steward/contracts/api'
import {
  changeImportMappingSchema,
  createImportMappingSchema,
  importMappingParams,
  importMappingSchema,
  importMappingsQuery,
} from '@steward/contracts/import/mapping'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { route } from '../../platform/http/route.ts'
import type { MappingService } from './mapping.service.ts'

const tag = 'bulk'
const url = '/core/entity/bulk/mappings'

export function addMappingRoutes(api: FastifyInstance, mappings: MappingService): void {
  route(api, {
    method: 'GET',
    url,
    operationId: 'listImportMappings',
    summary: 'List the saved mappings of a level, by name',
    tag,
    permission: 'bulk.run',
    query: importMappingsQuery,
    response: dataOf(z.array(importMappingSchema)),
    handle: async ({ actor, query }) => ({ data: await mappings.list(actor, query.level) }),
  })
  route(api, {
    method: 'POST',
    url,
    operationId: 'createImportMapping',
    summary: 'Save where the columns of a file go, under a name',
    tag,
    permission: 'bulk.run',
    body: createImportMappingSchema,
    response: dataOf(importMappingSchema),
    errors: [409],
    handle: async ({ actor, body }) => ({ data: await mappings.create(actor, body) }),
  })
  route(api, {
    method: 'PUT',
    url: `${url}/:mappingId`,
    operationId: 'changeImportMapping',
    summary: 'Update a saved mapping; what is left out stays',
    tag,
    permission: 'bulk.run',
    params: importMappingParams,
    body: changeImportMappingSchema,
    response: dataOf(importMappingSchema),
    errors: [409],
    handle: async ({ actor, params, body }) => ({
      data: await mappings.change(actor, params.mappingId, body),
    }),
  })
  route(api, {
    method: 'DELETE',
    url: `${url}/:mappingId`,
    operationId: 'deleteImportMapping',
    summary: 'Delete a saved mapping',
    tag,
    permission: 'bulk.run',
    params: importMappingParams,
    response: dataOf(z.object({ mappingId: idSchema })),
    handle: async ({ actor, params }) => {
      await mappings.remove(actor, params.mappingId)
      return { data: { mappingId: params.mappingId } }
    },
  })
}
