import { dataOf, idParams } from '@steward/contracts/api'
import {
  changeMailTemplateSchema,
  createMailTemplateSchema,
  deletedMailTemplateSchema,
  filledMailTemplateSchema,
  fillMailTemplateSchema,
  mailTemplateSchema,
} from '@steward/contracts/email-template'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { route } from '../../platform/http/route.ts'
import type { Templates } from './template.service.ts'

const tag = 'email'

export function addTemplateRoutes(api: FastifyInstance, templates: Templates): void {
  route(api, {
    method: 'GET',
    url: '/email-v3/templates',
    operationId: 'listMailTemplates',
    summary: 'List email templates by name',
    tag,
    permission: 'timeline.read',
    response: dataOf(z.array(mailTemplateSchema)),
    handle: async ({ actor }) => ({ data: await templates.list(actor) }),
  })
  route(api, {
    method: 'POST',
    url: '/email-v3/templates',
    operationId: 'createMailTemplate',
    summary: 'Create an email template',
    tag,
    permission: 'activity.administer',
    body: createMailTemplateSchema,
    response: dataOf(mailTemplateSchema),
    errors: [409],
    handle: async ({ actor, body }) => ({ data: await templates.create(actor, body) }),
  })
  route(api, {
    method: 'PATCH',
    url: '/email-v3/templates/:id',
    operationId: 'changeMailTemplate',
    summary: 'Update an email template',
    tag,
    permission: 'activity.administer',
    params: idParams,
    body: changeMailTemplateSchema,
    response: dataOf(mailTemplateSchema),
    errors: [409],
    handle: async ({ actor, params, body }) => ({ data: await templates.change(actor, params.id, body) }),
  })
  route(api, {
    method: 'DELETE',
    url: '/email-v3/templates/:id',
    operationId: 'deleteMailTemplate',
    summary: 'Delete a template of e-mails; what was written with it stays',
    tag,
    permission: 'activity.administer',
    params: idParams,
    response: deletedMailTemplateSchema,
    handle: async ({ actor, params }) => {
      await templates.remove(actor, params.id)
      return { data: { templateId: params.id } }
    },
  })
  route(api, {
    method: 'POST',
    url: '/email-v3/templates/fill',
    operationId: 'fillMailTemplate',
    summary: 'Fill in a template with the values of a record',
    tag,
    permission: 'timeline.read',
    body: fillMailTemplateSchema,
    response: dataOf(filledMailTemplateSchema),
    errors: [404],
    handle: async ({ actor, body }) => ({ data: await templates.fill(actor, body) }),
  })
}
