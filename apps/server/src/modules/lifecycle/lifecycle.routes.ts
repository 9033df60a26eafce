import { dataOf, idParams } from '@steward/contracts/api'
import {
  colourStageSchema,
  createStageSchema,
  defaultStageSchema,
  lifecycleQuery,
  lifecycleStageSchema,
  renameStageSchema,
  reorderStageSchema,
  stageUsageSchema,
} from '@steward/contracts/lifecycle'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { route } from '../../platform/http/route.ts'
import type { LifecycleAdministration } from './lifecycle-administration.service.ts'
import type { LifecycleService } from './lifecycle.service.ts'

const url = '/core/lifecycles'
const tag = 'lifecycle'
const administering = { tag, permission: 'lifecycle.administer', audited: 'by-service' } as const

function addReading(
  api: FastifyInstance,
  lifecycle: LifecycleService,
  administration: LifecycleAdministration,
): void {
  route(api, {
    method: 'GET',
    url,
    operationId: 'listLifecycleStages',
    summary: 'List the lifecycle stages of a level, in order',
    description: 'Pipelines have no lifecycle stages, so their list is empty.',
    tag,
    permission: 'lifecycle.read',
    query: lifecycleQuery,
    response: dataOf(z.array(lifecycleStageSchema)),
    handle: async ({ actor, query }) => ({
      data: [...(await lifecycle.listStages(actor, query.level, query.withRecords))],
    }),
  })
  route(api, {
    method: 'GET',
    url: `${url}/:id/systemUsage`,
    operationId: 'findStageUsage',
    summary: 'Get the uses of a lifecycle stage',
    tag,
    permission: 'lifecycle.administer',
    params: idParams,
    response: dataOf(stageUsageSchema),
    handle: async ({ actor, params }) => ({ data: await administration.usage(actor, params.id) }),
  })
}

export function addLifecycleRoutes(
  api: FastifyInstance,
  lifecycle: LifecycleService,
  administration: LifecycleAdministration,
): void {
  addReading(api, lifecycle, administration)
  route(api, {
    ...administering,
    method: 'POST',
    url,
    operationId: 'createLifecycleStage',
    summary: 'Add a lifecycle stage at the end of a level',
    body: createStageSchema,
    response: dataOf(lifecycleStageSchema),
    errors: [409],
    handle: async ({ actor, body }) => ({ data: await administration.create(actor, body) }),
  })
  route(api, {
    ...administering,
    method: 'POST',
    url: `${url}/default`,
    operationId: 'setDefaultLifecycleStage',
    summary: 'Set the default stage of a level',
    body: defaultStageSchema,
    response: dataOf(z.array(lifecycleStageSchema)),
    errors: [404, 409],
    handle: async ({ actor, body }) => ({ data: await administration.setDefault(actor, body) }),
  })
  route(api, {
    ...administering,
    method: 'POST',
    url: `${url}/:id/rename`,
    operationId: 'renameLifecycleStage',
    summary: 'Rename a lifecycle stage',
    params: idParams,
    body: renameStageSchema,
    response: dataOf(lifecycleStageSchema),
    errors: [409],
    handle: async ({ actor, params, body }) => ({
      data: await administration.rename(actor, params.id, body),
    }),
  })
  route(api, {
    ...administering,
    method: 'POST',
    url: `${url}/:id/colour`,
    operationId: 'colourLifecycleStage',
    summary: 'Set the color of a lifecycle stage, or reset it',
    params: idParams,
    body: colourStageSchema,
    response: dataOf(lifecycleStageSchema),
    handle: async ({ actor, params, body }) => ({
      data: await administration.colour(actor, params.id, body),
    }),
  })
  route(api, {
    ...administering,
    method: 'POST',
    url: `${url}/:id/reorder`,
    operationId: 'reorderLifecycleStage',
    summary: 'Move a lifecycle stage; returns the stages in the new order',
    params: idParams,
    body: reorderStageSchema,
    response: dataOf(z.array(lifecycleStageSchema)),
    handle: async ({ actor, params, body }) => ({
      data: await administration.reorder(actor, params.id, body),
    }),
  })
}
