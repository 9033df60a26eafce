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
import type { Models } from './model.service.ts'
import type { SettingService } from './setting.service.ts'

const url = '/health-management'
const tag = 'Health settings'
const measures = dataOf(z.array(healthMeasureSchema))
const bounds = dataOf(z.array(healthBoundsSchema))

/** Measures and bounds one by one. Each change takes effect at once; `models` has a draft to publish as a whole. */
export function addHealthSettingRoutes(api: FastifyInstance, settings: SettingService, models: Models): void {
  route(api, {
    method: 'GET',
    url: `${url}/score-settings`,
    operationId: 'listHealthMeasures',
    summary: 'List the measures of a level that are in effect',
    tag,
    permission: 'health.read',
    query: healthLevelQuery,
    response: measures,
    handle: async ({ actor, query }) => ({ data: await settings.listMeasures(actor, query.level) }),
  })
  route(api, {
    method: 'POST',
    url: `${url}/score-settings`,
    operationId: 'addHealthMeasure',
    summary: 'Add a measure at the end of its scope',
    description:
      'Takes effect at once: publishes a version of the health model whose note says what changed. A draft keeps its other edits.',
    tag,
    permission: 'health.administer',
    audited: 'by-service',
    body: addMeasureSchema,
    response: dataOf(healthMeasureSchema),
    errors: [409],
    handle: async ({ actor, body }) => ({ data: await settings.addMeasure(actor, body) }),
  })
  route(api, {
    method: 'POST',
    url: `${url}/score-settings/:id/reorder`,
    operationId: 'reorderHealthMeasure',
    summary: 'Move a measure within its scope',
    description:
      'Takes effect at once: publishes a version of the health model whose note says what changed. A draft keeps its other edits.',
    tag,
    permission: 'health.administer',
    audited: 'by-service',
    params: idParams,
    body: reorderMeasureSchema,
    response: measures,
    handle: async ({ actor, params, body }) => ({
      data: await settings.reorderMeasure(actor, params.id, body.entityLevel, body.reorderTo),
    }),
  })
  route(api, {
    method: 'DELETE',
    url: `${url}/score-settings/:id`,
    operationId: 'deleteHealthMeasure',
    summary: 'Delete a measure',
    description:
      'Takes effect at once: publishes a version of the health model whose note says what changed. A draft keeps its other edits.',
    tag,
    permission: 'health.administer',
    audited: 'by-service',
    params: idParams,
    response: measures,
    handle: async ({ actor, params }) => ({ data: await settings.deleteMeasure(actor, params.id) }),
  })
  route(api, {
    method: 'GET',
    url: `${url}/rag-status`,
    operationId: 'listRagStatus',
    summary: 'Get the score bands of a level that are in effect',
    tag,
    permission: 'health.read',
    query: healthLevelQuery,
    response: bounds,
    handle: async ({ actor, query }) => ({ data: await settings.listBounds(actor, query.level) }),
  })
  route(api, {
    method: 'POST',
    url: `${url}/rag-status`,
    operationId: 'putRagStatus',
    summary: 'Set the score bands of a level or stage',
    description:
      'Takes effect at once: publishes a version of the health model whose note says what changed. A draft keeps its other edits.',
    tag,
    permission: 'health.administer',
    audited: 'by-service',
    body: putBoundsSchema,
    response: bounds,
    handle: async ({ actor, body }) => ({ data: await settings.putBounds(actor, body) }),
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
