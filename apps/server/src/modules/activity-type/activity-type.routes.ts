import { dataOf, idParams } from '@steward/contracts/api'
import {
  activityTypeListQuery,
  activityTypeListSchema,
  activityTypeSchema,
  changeActivityTypeSchema,
  createActivityTypeSchema,
} from '@steward/contracts/activity-type'
import type { FastifyInstance } from 'fastify'
import { route } from '../../platform/http/route.ts'
import type { ActivityTypeService } from './activity-type.service.ts'

const url = '/core/activity-type'
const tag = 'Activity types'

export function addActivityTypeRoutes(api: FastifyInstance, types: ActivityTypeService): void {
  route(api, {
    method: 'GET',
    url,
    operationId: 'listActivityTypes',
    summary: 'List activity types by name',
    tag,
    permission: 'timeline.read',
    query: activityTypeListQuery,
    response: activityTypeListSchema,
    handle: async ({ actor, query }) => {
      const list = await types.list(actor, query)
      if (query.format === 'list') return { data: list }
      return { data: Object.fromEntries(list.map((type) => [type.activityTypeId, type])) }
    },
  })
  route(api, {
    method: 'POST',
    url,
    operationId: 'createActivityType',
    summary: 'Create an activity type',
    tag,
    permission: 'activity.administer',
    audited: 'by-service',
    body: createActivityTypeSchema,
    response: dataOf(activityTypeSchema),
    errors: [409],
    handle: async ({ actor, body }) => ({ data: await types.create(actor, body) }),
  })
  route(api, {
    method: 'PATCH',
    url: `${url}/:id`,
    operationId: 'changeActivityType',
    summary: "Update an activity type; an inactive one stays on its activities and can't be chosen",
    tag,
    permission: 'activity.administer',
    audited: 'by-service',
    params: idParams,
    body: changeActivityTypeSchema,
    response: dataOf(activityTypeSchema),
    errors: [409],
    handle: async ({ actor, params, body }) => ({ data: await types.change(actor, params.id, body) }),
  })
}
