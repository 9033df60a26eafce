import { dataOf, idParams } from '@steward/contracts/api'
import {
  playbookChangeSchema,
  playbookListQuery,
  playbookPageSchema,
  playbookSearchQuery,
  playbookStarterSchema,
  playbookTemplateSchema,
  savePlaybookSchema,
} from '@steward/contracts/playbook/template'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { route } from '../../platform/http/route.ts'
import type { TemplateService } from './template.service.ts'
import { starters } from './starter.rules.ts'

const tag = 'playbook'
const url = '/playbook/playbook-templates'
const template = dataOf(playbookTemplateSchema)

function addReading(api: FastifyInstance, templates: TemplateService): void {
  route(api, {
    method: 'GET',
    url,
    operationId: 'listPlaybookTemplates',
    summary: 'List playbooks, the active ones first',
    tag,
    permission: 'playbook.read',
    query: playbookListQuery,
    response: playbookPageSchema,
    handle: ({ actor, query }) => templates.list(actor, query),
  })
  route(api, {
    method: 'GET',
    url: `${url}/search`,
    operationId: 'searchPlaybookTemplates',
    summary: 'Find active playbooks of a level by a part of their name',
    tag,
    permission: 'playbook.read',
    query: playbookSearchQuery,
    response: dataOf(z.array(playbookTemplateSchema)),
    handle: async ({ actor, query }) => ({ data: await templates.search(actor, query) }),
  })
  route(api, {
    method: 'GET',
    url: `${url}/:id`,
    operationId: 'readPlaybookTemplate',
    summary: 'Get a playbook with its steps',
    tag,
    permission: 'playbook.read',
    params: idParams,
    response: template,
    handle: async ({ actor, params }) => ({ data: await templates.read(actor, params.id) }),
  })
  route(api, {
    method: 'GET',
    url: `${url}/:id/changelog`,
    operationId: 'listPlaybookChanges',
    summary: 'List what changed in a playbook, newest first',
    tag,
    permission: 'playbook.read',
    params: idParams,
    response: dataOf(z.array(playbookChangeSchema)),
    handle: async ({ actor, params }) => ({ data: await templates.changes(actor, params.id) }),
  })
  route(api, {
    method: 'GET',
    url: `${url}/task-templates/:id/changelog`,
    operationId: 'listPlaybookStepChanges',
    summary: 'List what changed in a step of a playbook, newest first',
    tag,
    permission: 'playbook.read',
    params: idParams,
    response: dataOf(z.array(playbookChangeSchema)),
    handle: async ({ actor, params }) => ({ data: await templates.stepChanges(actor, params.id) }),
  })
  route(api, {
    method: 'GET',
    url: '/playbook/starters',
    operationId: 'listPlaybookStarters',
    summary: 'List playbooks to begin with',
    tag,
    permission: 'playbook.edit',
    response: dataOf(z.array(playbookStarterSchema)),
    handle: async () => ({ data: starters }),
  })
}

function addWriting(api: FastifyInstance, templates: TemplateService): void {
  route(api, {
    method: 'POST',
    url,
    operationId: 'createPlaybookTemplate',
    summary: 'Create a playbook; it is inactive at first',
    tag,
    permission: 'playbook.edit',
    body: savePlaybookSchema,
    response: template,
    errors: [409],
    handle: async ({ actor, body }) => ({ data: await templates.create(actor, body) }),
  })
  route(api, {
    method: 'PUT',
    url: `${url}/:id`,
    operationId: 'savePlaybookTemplate',
    summary: 'Save another version of a playbook; running instances keep theirs',
    tag,
    permission: 'playbook.edit',
    params: idParams,
    body: savePlaybookSchema,
    response: template,
    errors: [409],
    handle: async ({ actor, params, body }) => ({ data: await templates.save(actor, params.id, body) }),
  })
  for (const status of ['active', 'inactive'] as const) {
    route(api, {
      method: 'POST',
      url: `${url}/:id/${status}`,
      operationId: status === 'active' ? 'activatePlaybookTemplate' : 'deactivatePlaybookTemplate',
      summary:
        status === 'active'
          ? 'Activate a playbook, so that it can be applied'
          : 'Deactivate a playbook; running instances continue',
      tag,
      permission: 'playbook.edit',
      params: idParams,
      response: template,
      errors: [409],
      handle: async ({ actor, params }) => ({ data: await templates.setStatus(actor, params.id, status) }),
    })
  }
}

export function addTemplateRoutes(api: FastifyInstance, templates: TemplateService): void {
  addReading(api, templates)
  addWriting(api, templates)
}
