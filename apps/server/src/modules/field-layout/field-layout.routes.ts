import { dataOf, idSchema } from '@steward/contracts/api'
import {
  changeFieldMappingsSchema,
  createFieldPinSchema,
  fieldMappingListSchema,
  fieldMappingObjectSchema,
  fieldMappingsChangeQuery,
  fieldMappingsQuery,
  fieldPinOrderSchema,
  fieldPinParams,
  fieldPinSchema,
  fieldPinsQuery,
  fieldSectionSchema,
  fieldSectionsQuery,
  putFieldSectionsSchema,
} from '@steward/contracts/field-layout'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { route } from '../../platform/http/route.ts'
import type { FieldLayoutService } from './field-layout.service.ts'
import type { FieldPinService } from './field-pin.service.ts'

const tag = 'Fields'

function addMappingRoutes(api: FastifyInstance, layout: FieldLayoutService): void {
  route(api, {
    method: 'GET',
    url: '/core/field-mappings',
    operationId: 'listFieldMappings',
    summary: 'Get the names that files and integrations use for the fields of a level',
    tag,
    permission: 'field.read',
    query: fieldMappingsQuery,
    response: dataOf(z.union([fieldMappingListSchema, fieldMappingObjectSchema])),
    async handle({ actor, query }) {
      const mappings = await layout.mappings(actor, query.level)
      if (query.format === 'object') return { data: mappings }
      return { data: Object.entries(mappings).map(([name, mapping]) => ({ name, ...mapping })) }
    },
  })
  route(api, {
    method: 'PATCH',
    url: '/core/field-mappings',
    operationId: 'changeFieldMappings',
    summary: 'Update the names that files and integrations use for fields',
    description:
      'Fields that are not listed stay unchanged. Each external name maps to one field of a level.',
    tag,
    permission: 'field.administer',
    query: fieldMappingsChangeQuery,
    body: changeFieldMappingsSchema,
    response: dataOf(fieldMappingObjectSchema),
    handle: async ({ actor, query, body }) => ({
      data: await layout.changeMappings(actor, query.level, body),
    }),
  })
}

function addSectionRoutes(api: FastifyInstance, layout: FieldLayoutService): void {
  route(api, {
    method: 'GET',
    url: '/core/field-sections',
    operationId: 'listFieldSections',
    summary: 'List the sections of record pages',
    tag,
    permission: 'field.read',
    query: fieldSectionsQuery,
    response: dataOf(z.array(fieldSectionSchema)),
    handle: async ({ actor, query }) => ({ data: await layout.sections(actor, query.level) }),
  })
  route(api, {
    method: 'PUT',
    url: '/core/field-sections',
    operationId: 'putFieldSections',
    summary: 'Arrange the fields of a level in sections; an empty list restores the defaults',
    tag,
    permission: 'field.administer',
    query: fieldSectionsQuery,
    body: putFieldSectionsSchema,
    response: dataOf(z.array(fieldSectionSchema)),
    handle: async ({ actor, query, body }) => ({ data: await layout.putSections(actor, query.level, body) }),
  })
}

function addPinRoutes(api: FastifyInstance, pins: FieldPinService): void {
  route(api, {
    method: 'GET',
    url: '/core/field-pins',
    operationId: 'listFieldPins',
    summary: 'List the pinned fields in order',
    tag,
    permission: 'field.read',
    query: fieldPinsQuery,
    response: dataOf(z.union([z.array(fieldPinSchema), z.record(z.string(), fieldPinSchema)])),
    async handle({ actor, query }) {
      const list = await pins.list(actor, query.level)
      if (query.format === 'list') return { data: list }
      return { data: Object.fromEntries(list.map((pin) => [pin.name, pin])) }
    },
  })
  route(api, {
    method: 'POST',
    url: '/core/field-pins',
    operationId: 'pinField',
    summary: 'Pin a custom field',
    tag,
    permission: 'field.administer',
    body: createFieldPinSchema,
    response: dataOf(fieldPinSchema),
    handle: async ({ actor, body }) => ({ data: await pins.pin(actor, body) }),
  })
  route(api, {
    method: 'PUT',
    url: '/core/field-pins',
    operationId: 'orderFieldPins',
    summary: 'Reorder the pinned fields of a level',
    tag,
    permission: 'field.administer',
    body: fieldPinOrderSchema,
    response: dataOf(z.array(fieldPinSchema)),
    handle: async ({ actor, body }) => ({ data: await pins.order(actor, body) }),
  })
  route(api, {
    method: 'DELETE',
    url: '/core/field-pins/:pinId',
    operationId: 'unpinField',
    summary: 'Unpin a field',
    tag,
    permission: 'field.administer',
    params: fieldPinParams,
    response: dataOf(z.object({ pinId: idSchema })),
    async handle({ actor, params }) {
      await pins.unpin(actor, params.pinId)
      return { data: { pinId: params.pinId } }
    },
  })
}

export function addFieldLayoutRoutes(
  api: FastifyInstance,
  layout: FieldLayoutService,
  pins: FieldPinService,
): void {
  addMappingRoutes(api, layout)
  addPinRoutes(api, pins)
  addSectionRoutes(api, layout)
}
