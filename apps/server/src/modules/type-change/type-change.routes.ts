import { dataOf, idParams } from '@steward/contracts/api'
import {
  changeTypeSchema,
  typeChangePreviewSchema,
  typeChangeSchema,
} from '@steward/contracts/type-change/type-change'
import type { FastifyInstance } from 'fastify'
import { route } from '../../platform/http/route.ts'
import type { TypeChangeService } from './type-change.service.ts'

const tag = 'Fields'

/** Changing the type of a custom field. */
export function addTypeChangeRoutes(api: FastifyInstance, changes: TypeChangeService): void {
  route(api, {
    method: 'POST',
    url: '/core/fields/:id/type-change/preview',
    operationId: 'previewFieldTypeChange',
    summary: 'Preview what a change of type makes of the values of a field',
    description: 'Nothing is written. At most 20,000 different values are looked at.',
    tag,
    permission: 'field.administer',
    audited: 'by-service',
    params: idParams,
    body: changeTypeSchema,
    response: dataOf(typeChangePreviewSchema),
    errors: [409],
    handle: async ({ actor, params, body }) => ({ data: await changes.preview(actor, params.id, body) }),
  })
  route(api, {
    method: 'POST',
    url: '/core/fields/:id/type-change',
    operationId: 'changeFieldType',
    summary: 'Change the type of a custom field and convert its values',
    description:
      'One change set; undoing it restores type and values. With many records, the response has the state "working"; request the change for its progress. Values that do not convert leave the field blank; the history of their records keeps them.',
    tag,
    permission: 'field.administer',
    audited: 'by-service',
    params: idParams,
    body: changeTypeSchema,
    response: dataOf(typeChangeSchema),
    errors: [409],
    handle: async ({ actor, params, body }) => ({ data: await changes.start(actor, params.id, body) }),
  })
  route(api, {
    method: 'GET',
    url: '/core/fields/:id/type-change',
    operationId: 'getFieldTypeChange',
    summary: 'Get the progress of the latest change of the type of a field, or null',
    tag,
    permission: 'field.administer',
    params: idParams,
    response: dataOf(typeChangeSchema.nullable()),
    handle: async ({ actor, params }) => ({ data: await changes.read(actor, params.id) }),
  })
}
