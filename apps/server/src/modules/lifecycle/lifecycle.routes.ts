import { dataOf } from '@steward/contracts/api'
import { lifecycleQuery, lifecycleStageSchema } from '@steward/contracts/lifecycle'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { route } from '../../platform/http/route.ts'
import type { LifecycleService } from './lifecycle.service.ts'

export function addLifecycleRoutes(api: FastifyInstance, lifecycle: LifecycleService): void {
  route(api, {
    method: 'GET',
    url: '/core/lifecycles',
    operationId: 'listLifecycleStages',
    summary: 'The lifecycle stages of a level, in their order',
    description: 'Pipelines have no lifecycle stages, so their list is empty.',
    tag: 'lifecycle',
    permission: 'lifecycle.read',
    query: lifecycleQuery,
    response: dataOf(z.array(lifecycleStageSchema)),
    handle: async ({ actor, query }) => ({ data: [...(await lifecycle.listStages(actor, query.level))] }),
  })
}
