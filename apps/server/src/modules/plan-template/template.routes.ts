import { dataOf } from '@steward/contracts/api'
import {
  applyPlanTemplateSchema,
  planApplicationSchema,
  planJobParams,
  planJobSchema,
  planTemplateParams,
  planTemplateSchema,
  planTemplatesSchema,
  savePlanTemplateSchema,
  templateOfPlanSchema,
} from '@steward/contracts/success-plan/template'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { route } from '../../platform/http/route.ts'
import type { Applying } from './apply.service.ts'
import type { TemplateService } from './template.service.ts'

const url = '/success-plan/template'
const one = `${url}/:templateId`
const tag = 'success-plan'

/** Templates, which those who lead others write and everyone who edits plans applies. */
export function addTemplateRoutes(
  api: FastifyInstance,
  { templates, applying }: { templates: TemplateService; applying: Applying },
): void {
  const written = { tag, permission: 'playbook.edit', audited: 'by-service' } as const
  route(api, {
    method: 'GET',
    url,
    operationId: 'listPlanTemplates',
    summary: 'List the templates of success plans by name',
    tag,
    permission: 'plan.read',
    response: planTemplatesSchema,
    handle: async ({ actor }) => ({ data: await templates.list(actor) }),
  })
  route(api, {
    method: 'GET',
    url: one,
    operationId: 'readPlanTemplate',
    summary: 'Get a template of success plans',
    tag,
    permission: 'plan.read',
    params: planTemplateParams,
    response: dataOf(planTemplateSchema),
    handle: async ({ actor, params }) => ({ data: await templates.read(actor, params.templateId) }),
  })
  route(api, {
    ...written,
    method: 'POST',
    url,
    operationId: 'createPlanTemplate',
    summary: 'Create a template of success plans, with days relative to the start',
    body: savePlanTemplateSchema,
    response: dataOf(planTemplateSchema),
    handle: async ({ actor, body }) => ({ data: await templates.save(actor, null, body) }),
  })
  route(api, {
    ...written,
    method: 'POST',
    url: `${url}/from-plan`,
    operationId: 'createPlanTemplateFromPlan',
    summary: 'Create a template of a success plan',
    body: templateOfPlanSchema,
    response: dataOf(planTemplateSchema),
    errors: [404],
    handle: async ({ actor, body }) => ({
      data: await templates.createFromPlan(actor, body.successPlanId, body.name),
    }),
  })
  route(api, {
    ...written,
    method: 'PUT',
    url: one,
    operationId: 'savePlanTemplate',
    summary: 'Save a template of success plans; plans that were made of it stay',
    params: planTemplateParams,
    body: savePlanTemplateSchema,
    response: dataOf(planTemplateSchema),
    handle: async ({ actor, params, body }) => ({
      data: await templates.save(actor, params.templateId, body),
    }),
  })
  route(api, {
    ...written,
    method: 'PATCH',
    url: `${one}/archive`,
    operationId: 'archivePlanTemplate',
    summary: 'Archive a template of success plans; plans that were made of it stay',
    params: planTemplateParams,
    response: dataOf(z.object({ archived: z.literal(true) })),
    handle: async ({ actor, params }) => {
      await templates.archive(actor, params.templateId)
      return { data: { archived: true as const } }
    },
  })
  const applied = { method: 'POST', tag, permission: 'plan.edit', params: planTemplateParams } as const
  route(api, {
    ...applied,
    url: `${one}/preview`,
    operationId: 'previewPlanTemplate',
    summary: 'Preview the plans that a template would make, and the records that get none',
    reads: true,
    body: applyPlanTemplateSchema,
    response: planApplicationSchema,
    handle: async ({ actor, params, body }) => ({
      data: await applying.preview(actor, params.templateId, body),
    }),
  })
  route(api, {
    ...applied,
    url: `${one}/apply`,
    operationId: 'applyPlanTemplate',
    summary: 'Make success plans of a template, with one undo: at once for up to 200 records, else by a job',
    body: applyPlanTemplateSchema,
    response: planApplicationSchema,
    handle: async ({ actor, params, body }) => ({
      data: await applying.apply(actor, params.templateId, body),
    }),
  })
  route(api, {
    method: 'GET',
    url: '/success-plan/application/:applicationId',
    operationId: 'readPlanApplication',
    summary: 'Get the progress of a job that makes success plans of a template',
    tag,
    permission: 'plan.edit',
    params: planJobParams,
    response: dataOf(planJobSchema),
    handle: async ({ actor, params }) => ({ data: await applying.job(actor, params.applicationId) }),
  })
}
