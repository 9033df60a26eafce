import { dataOf, idParams, idSchema } from '@steward/contracts/api'
import {
  createFieldSchema,
  editFieldSchema,
  editSystemFieldSchema,
  fieldOrderSchema,
  fieldSchema,
  fieldUsageSchema,
  listFieldsQuery,
  systemFieldParams,
  systemFieldSchema,
  systemFieldsQuery,
} from '@steward/contracts/field'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { route } from '../../platform/http/route.ts'
import type { createDefinitionService } from './field.service.ts'
import type { createSystemFieldService } from './system-field.service.ts'

type Definitions = ReturnType<typeof createDefinitionService>
type SystemFields = ReturnType<typeof createSystemFieldService>

const tag = 'Fields'

function addDefinitionRoutes(api: FastifyInstance, service: Definitions): void {
  route(api, {
    method: 'GET',
    url: '/core/fields',
    operationId: 'listFields',
    summary: 'List the custom fields of a level, or look one up by name',
    tag,
    permission: 'field.read',
    query: listFieldsQuery,
    response: dataOf(z.union([z.array(fieldSchema), z.record(z.string(), fieldSchema)])),
    async handle({ actor, query }) {
      const fields = await service.listFields(actor, query)
      if (query.format === 'list') return { data: fields }
      return { data: Object.fromEntries(fields.map((field) => [field.name, field])) }
    },
  })
  route(api, {
    method: 'POST',
    url: '/core/fields',
    operationId: 'createField',
    summary: 'Create a custom field',
    tag,
    permission: 'field.administer',
    body: createFieldSchema,
    response: dataOf(fieldSchema),
    errors: [409],
    handle: async ({ actor, body }) => ({ data: await service.createField(actor, body) }),
  })
  route(api, {
    method: 'PUT',
    url: '/core/fields/:id',
    operationId: 'editField',
    summary: 'Update a custom field',
    description:
      'Absent properties stay unchanged. An option missing from picklistDefinition is deleted, or retired if a record uses it.',
    tag,
    permission: 'field.administer',
    params: idParams,
    body: editFieldSchema,
    response: dataOf(fieldSchema),
    errors: [409],
    handle: async ({ actor, params, body }) => ({ data: await service.editField(actor, params.id, body) }),
  })
  route(api, {
    method: 'DELETE',
    url: '/core/fields/:id',
    operationId: 'deleteField',
    summary: 'Delete a custom field',
    tag,
    permission: 'field.administer',
    params: idParams,
    response: dataOf(z.object({ customColumnId: idSchema })),
    async handle({ actor, params }) {
      await service.deleteField(actor, params.id)
      return { data: { customColumnId: params.id } }
    },
  })
}

function addOrderAndUsageRoutes(api: FastifyInstance, service: Definitions): void {
  route(api, {
    method: 'PUT',
    url: '/core/field-order',
    operationId: 'orderFields',
    summary: 'Reorder the custom fields of a level',
    tag,
    permission: 'field.administer',
    body: fieldOrderSchema,
    response: dataOf(z.array(fieldSchema)),
    handle: async ({ actor, body }) => ({ data: await service.orderFields(actor, body) }),
  })
  route(api, {
    method: 'GET',
    url: '/core/fields/:id/system-usage',
    operationId: 'findFieldUsage',
    summary: 'List the uses of a custom field',
    tag,
    permission: 'field.read',
    params: idParams,
    response: dataOf(fieldUsageSchema),
    handle: async ({ actor, params }) => ({ data: await service.findUsage(actor, params.id) }),
  })
}

function addSystemFieldRoutes(api: FastifyInstance, service: SystemFields): void {
  route(api, {
    method: 'GET',
    url: '/core/fields/system',
    operationId: 'listSystemFields',
    summary: 'List the system fields of all levels, or of one',
    tag,
    permission: 'field.read',
    query: systemFieldsQuery,
    response: dataOf(z.array(systemFieldSchema)),
    handle: async ({ actor, query }) => ({ data: await service.listSystemFields(actor, query.level) }),
  })
  route(api, {
    method: 'PUT',
    url: '/core/fields/system/:id',
    operationId: 'editSystemField',
    summary: 'Set whether a system field is required and editable',
    tag,
    permission: 'field.administer',
    params: systemFieldParams,
    body: editSystemFieldSchema,
    response: dataOf(systemFieldSchema),
    handle: async ({ actor, params, body }) => ({
      data: await service.editSystemField(actor, params.id, body),
    }),
  })
}

export function fieldRoutes(api: FastifyInstance, service: Definitions & SystemFields): void {
  addDefinitionRoutes(api, service)
  addOrderAndUsageRoutes(api, service)
  addSystemFieldRoutes(api, service)
}
