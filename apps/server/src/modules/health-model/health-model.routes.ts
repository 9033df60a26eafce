import { dataOf, idParams } from '@steward/contracts/api'
import { healthBoundsSchema, healthMeasureSchema, healthMetricSchema } from '@steward/contracts/health'
import {
  addMeasureSchema,
  healthLevelQuery,
  putBoundsSchema,
  reorderMeasureSchema,
} from '@steward/contracts/health-settings'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { route } from '../../platform/http/route.ts'
import type { DraftService } from './draft.service.ts'
import type { Models } from './model.service.ts'

const url = '/health-management'
const tag = 'Health settings'
const measures = dataOf(z.array(healthMeasureSchema))
const bounds = dataOf(z.array(healthBoundsSchema))

/** Measures and bounds one by one. All of them are of the draft, which takes effect when it is published. */
export function addHealthSettingRoutes(api: FastifyInstance, drafts: DraftService, models: Models): void {
  route(api, {
    method: 'GET',
    url: `${url}/score-settings`,
    operationId: 'listHealthMeasures',
    summary: 'List the draft measures of a level',
    tag,
    permission: 'health.read',
    query: healthLevelQuery,
    response: measures,
    handle: async ({ actor, query }) => ({ data: await drafts.listMeasures(actor, query.level) }),
  })
  route(api, {
    method: 'POST',
    url: `${url}/score-settings`,
    operationId: 'addHealthMeasure',
    summary: 'Add a measure at the end of its scope in the draft',
    tag,
    permission: 'health.administer',
    body: addMeasureSchema,
    response: dataOf(healthMeasureSchema),
    errors: [409],
    handle: async ({ actor, body }) => ({ data: await drafts.addMeasure(actor, body) }),
  })
  route(api, {
    method: 'POST',
    url: `${url}/score-settings/:id/reorder`,
    operationId: 'reorderHealthMeasure',
    summary: 'Move a measure of the draft within its scope',
    tag,
    permission: 'health.administer',
    params: idParams,
    body: reorderMeasureSchema,
    response: measures,
    handle: async ({ actor, params, body }) => ({
      data: await drafts.reorderMeasure(actor, params.id, body.entityLevel, body.reorderTo),
    }),
  })
  route(api, {
    method: 'DELETE',
    url: `${url}/score-settings/:id`,
    operationId: 'deleteHealthMeasure',
    summary: 'Remove a measure from the draft',
    tag,
    permission: 'health.administer',
    params: idParams,
    response: measures,
    handle: async ({ actor, params }) => ({ data: await drafts.deleteMeasure(actor, params.id) }),
  })
  route(api, {
    method: 'GET',
    url: `${url}/rag-status`,
    operationId: 'listRagStatus',
    summary: 'Get the draft score bands',
    tag,
    permission: 'health.read',
    query: healthLevelQuery,
    response: bounds,
    handle: async ({ actor, query }) => ({ data: await drafts.listBounds(actor, query.level) }),
  })
  route(api, {
    method: 'POST',
    url: `${url}/rag-status`,
    operationId: 'putRagStatus',
    summary: 'Set the draft score bands of a level or stage',
    tag,
    permission: 'health.administer',
    body: putBoundsSchema,
    response: bounds,
    handle: async ({ actor, body }) => ({ data: await drafts.putBounds(actor, body) }),
  })
  route(api, {
    method: 'GET',
    url: `${url}/metrics`,
    operationId: 'listHealthMetrics',
    summary: 'List the metrics of a level by name',
    tag,
    permission: 'health.read',
    query: healthLevelQuery,
    response: dataOf(z.array(healthMetricSchema)),
    handle: async ({ actor, query }) => ({ data: await models.listMetrics(actor.tenantId, query.level) }),
  })
}
