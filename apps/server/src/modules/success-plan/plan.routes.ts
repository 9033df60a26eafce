import { dataOf, idParams } from '@steward/contracts/api'
import {
  changePlanLookupSchema,
  createPlanLookupSchema,
  planLookupParams,
  planLookupQuery,
  planLookupSchema,
  planLookupsSchema,
} from '@steward/contracts/success-plan/lookup'
import {
  changePlanSchema,
  completePlanSchema,
  completeQuery,
  createPlanSchema,
  planDetailSchema,
  planIdList,
  planListQuery,
  planPageSchema,
  planStatusSchema,
  writtenPlanSchema,
} from '@steward/contracts/success-plan/plan'
import type { FastifyInstance } from 'fastify'
import { route } from '../../platform/http/route.ts'
import type { LookupService } from './lookup.service.ts'
import type { PartService } from './part.service.ts'
import type { PlanReading } from './plan.reading.service.ts'
import type { PlanService } from './plan.service.ts'

const tag = 'success-plan'
const root = '/success-plan/success-plan'

interface Services {
  plans: PlanService
  parts: PartService
  reading: PlanReading
  lookups: LookupService
}

function addReading(api: FastifyInstance, { reading }: Services): void {
  const reads = { method: 'GET', tag, permission: 'plan.read' } as const
  route(api, {
    ...reads,
    url: root,
    operationId: 'listSuccessPlans',
    summary: 'List success plans: of a record, or all that you see',
    query: planListQuery,
    response: planPageSchema,
    errors: [404],
    handle: ({ actor, query }) => reading.list(actor, query),
  })
  route(api, {
    ...reads,
    url: `${root}/:id`,
    operationId: 'readSuccessPlan',
    summary: 'Get a success plan with all of its items, in their order',
    params: idParams,
    response: dataOf(planDetailSchema),
    handle: async ({ actor, params }) => ({ data: await reading.read(actor, params.id) }),
  })
  route(api, {
    ...reads,
    url: `${root}/:id/status`,
    operationId: 'readSuccessPlanStatus',
    summary: 'Get the status of a success plan, and what is still open in it',
    params: idParams,
    response: planStatusSchema,
    handle: async ({ actor, params }) => ({ data: await reading.status(actor, params.id) }),
  })
}

function addWriting(api: FastifyInstance, { plans, parts }: Services): void {
  const writes = { tag, permission: 'plan.edit', response: writtenPlanSchema } as const
  route(api, {
    ...writes,
    method: 'POST',
    url: root,
    operationId: 'createSuccessPlan',
    summary: 'Create a success plan for a record',
    body: createPlanSchema,
    handle: ({ actor, body }) => plans.create(actor, body),
  })
  route(api, {
    ...writes,
    method: 'PUT',
    url: `${root}/:id`,
    operationId: 'changeSuccessPlan',
    summary: 'Update a success plan; what is left out stays',
    params: idParams,
    body: changePlanSchema,
    errors: [409],
    handle: ({ actor, params, body }) => plans.change(actor, params.id, body),
  })
  route(api, {
    ...writes,
    method: 'PUT',
    url: `${root}/:id/order`,
    operationId: 'orderSuccessPlan',
    summary: 'Set the order of the items of a success plan',
    params: idParams,
    body: planIdList,
    handle: ({ actor, params, body }) => parts.order(actor, params.id, body.itemIds),
  })
}

function addActs(api: FastifyInstance, { plans }: Services): void {
  const acts = { tag, permission: 'plan.edit', params: idParams, response: writtenPlanSchema } as const
  route(api, {
    ...acts,
    method: 'PUT',
    url: `${root}/:id/complete`,
    operationId: 'completeSuccessPlan',
    summary: 'Complete a success plan, with everything in it if asked',
    query: completeQuery,
    body: completePlanSchema,
    handle: ({ actor, params, query, body }) =>
      plans.complete(actor, params.id, query.complete_all, body.progressId),
  })
  route(api, {
    ...acts,
    method: 'PUT',
    url: `${root}/:id/uncomplete`,
    operationId: 'uncompleteSuccessPlan',
    summary: 'Open a completed success plan again; its items stay as they are',
    handle: ({ actor, params }) => plans.uncomplete(actor, params.id),
  })
  route(api, {
    ...acts,
    method: 'PUT',
    url: `${root}/:id/cancel-complete`,
    operationId: 'cancelSuccessPlanCompletion',
    summary: 'Undo the completion of a success plan, with all that it completed',
    errors: [409],
    handle: ({ actor, params }) => plans.cancelCompletion(actor, params.id),
  })
  route(api, {
    ...acts,
    method: 'PUT',
    url: `${root}/:id/in-progress`,
    operationId: 'startSuccessPlan',
    summary: 'Mark a success plan as in progress',
    handle: ({ actor, params }) => plans.start(actor, params.id),
  })
  route(api, {
    ...acts,
    method: 'PATCH',
    url: `${root}/:id/archive`,
    operationId: 'archiveSuccessPlan',
    summary: 'Archive a success plan',
    handle: ({ actor, params }) => plans.setArchived(actor, params.id, true),
  })
  route(api, {
    ...acts,
    method: 'PATCH',
    url: `${root}/:id/unarchive`,
    operationId: 'unarchiveSuccessPlan',
    summary: 'Restore an archived success plan',
    handle: ({ actor, params }) => plans.setArchived(actor, params.id, false),
  })
}

function addLookups(api: FastifyInstance, { lookups }: Services): void {
  const url = '/success-plan/lookup'
  route(api, {
    method: 'GET',
    url,
    operationId: 'listSuccessPlanLookups',
    summary: 'List statuses and progress of success plans, milestones and KPIs',
    tag,
    permission: 'plan.read',
    query: planLookupQuery,
    response: planLookupsSchema,
    handle: async ({ actor, query }) => ({ data: await lookups.list(actor, query.type) }),
  })
  route(api, {
    method: 'POST',
    url,
    operationId: 'createSuccessPlanLookup',
    summary: 'Add a status or progress of your own',
    tag,
    permission: 'activity.administer',
    audited: 'by-service',
    body: createPlanLookupSchema,
    response: dataOf(planLookupSchema),
    errors: [409],
    handle: async ({ actor, body }) => ({ data: await lookups.create(actor, body) }),
  })
  route(api, {
    method: 'PATCH',
    url: `${url}/:lookupId`,
    operationId: 'changeSuccessPlanLookup',
    summary: 'Rename a status or progress, or stop offering it',
    tag,
    permission: 'activity.administer',
    audited: 'by-service',
    params: planLookupParams,
    body: changePlanLookupSchema,
    response: dataOf(planLookupSchema),
    errors: [409],
    handle: async ({ actor, params, body }) => ({
      data: await lookups.change(actor, params.lookupId, body),
    }),
  })
}

export function addPlanRoutes(api: FastifyInstance, services: Services): void {
  addReading(api, services)
  addWriting(api, services)
  addActs(api, services)
  addLookups(api, services)
}
