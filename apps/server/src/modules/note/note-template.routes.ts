import { dataOf, idParams } from '@steward/contracts/api'
import {
  changeNoteTemplateSchema,
  createNoteTemplateSchema,
  deletedNoteTemplateSchema,
  noteTemplateSchema,
} from '@steward/contracts/note'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { route } from '../../platform/http/route.ts'
import type { NoteTemplateService } from './note-template.service.ts'

const url = '/core/note-templates'
const tag = 'Notes'

export function addNoteTemplateRoutes(api: FastifyInstance, templates: NoteTemplateService): void {
  route(api, {
    method: 'GET',
    url,
    operationId: 'listNoteTemplates',
    summary: 'List note templates by name',
    tag,
    permission: 'timeline.read',
    response: dataOf(z.array(noteTemplateSchema)),
    handle: async ({ actor }) => ({ data: await templates.list(actor) }),
  })
  route(api, {
    method: 'POST',
    url,
    operationId: 'createNoteTemplate',
    summary: 'Add a template',
    tag,
    permission: 'activity.administer',
    audited: 'by-service',
    body: createNoteTemplateSchema,
    response: dataOf(noteTemplateSchema),
    errors: [409],
    handle: async ({ actor, body }) => ({ data: await templates.create(actor, body) }),
  })
  route(api, {
    method: 'PATCH',
    url: `${url}/:id`,
    operationId: 'changeNoteTemplate',
    summary: 'Update a template; existing notes are not affected',
    tag,
    permission: 'activity.administer',
    audited: 'by-service',
    params: idParams,
    body: changeNoteTemplateSchema,
    response: dataOf(noteTemplateSchema),
    errors: [409],
    handle: async ({ actor, params, body }) => ({ data: await templates.change(actor, params.id, body) }),
  })
  route(api, {
    method: 'DELETE',
    url: `${url}/:id`,
    operationId: 'deleteNoteTemplate',
    summary: 'Delete a template',
    tag,
    permission: 'activity.administer',
    audited: 'by-service',
    params: idParams,
    response: deletedNoteTemplateSchema,
    handle: async ({ actor, params }) => {
      await templates.remove(actor, params.id)
      return { data: { templateId: params.id } }
    },
  })
}
