import { dataOf, idParams } from '@steward/contracts/api'
import { loggedListQuery } from '@steward/contracts/logged-item'
import {
  changeActivitySchema,
  createActivitySchema,
  deletedActivitySchema,
  activityPageSchema,
  activitySchema,
  textFormatQuery,
} from '@steward/contracts/activity'
import { bookmarkSchema } from '@steward/contracts/timeline'
import type { FastifyInstance } from 'fastify'
import { route } from '../../platform/http/route.ts'
import type { ActivityService } from './activity.service.ts'

const url = '/core/entity-action/activity'
const tag = 'Activities'

export function addActivityRoutes(api: FastifyInstance, activities: ActivityService): void {
  route(api, {
    method: 'GET',
    url,
    operationId: 'listActivities',
    summary: 'List activities of a record and its child records, newest first',
    tag,
    permission: 'timeline.read',
    query: loggedListQuery,
    response: activityPageSchema,
    errors: [404],
    handle: ({ actor, query }) => activities.page(actor, query),
  })
  route(api, {
    method: 'POST',
    url,
    operationId: 'createActivity',
    summary: 'Log an activity',
    description:
      'Send the form directly, or as `formData` with `source`. The activity also appears on the pages of contacts who took part.',
    tag,
    permission: 'timeline.edit',
    query: textFormatQuery,
    body: createActivitySchema,
    response: dataOf(activitySchema),
    errors: [404],
    handle: async ({ actor, query, body }) => ({
      data: await activities.create(actor, body, query.text_format),
    }),
  })
  route(api, {
    method: 'PUT',
    url: `${url}/:id`,
    operationId: 'changeActivity',
    summary: 'Update an activity; absent properties stay unchanged',
    tag,
    permission: 'timeline.edit',
    params: idParams,
    query: textFormatQuery,
    body: changeActivitySchema,
    response: dataOf(activitySchema),
    errors: [409],
    handle: async ({ actor, params, query, body }) => ({
      data: await activities.change(actor, params.id, body, query.text_format),
    }),
  })
  route(api, {
    method: 'PATCH',
    url: `${url}/:id/bookmark`,
    operationId: 'bookmarkActivity',
    summary: 'Add or remove your bookmark on an activity',
    tag,
    permission: 'timeline.read',
    params: idParams,
    body: bookmarkSchema,
    response: dataOf(activitySchema),
    handle: async ({ actor, params, body }) => ({
      data: await activities.bookmark(actor, params.id, body.bookmarkStatus),
    }),
  })
  route(api, {
    method: 'DELETE',
    url: `${url}/:id`,
    operationId: 'deleteActivity',
    summary: 'Delete an activity; it can be restored on the timeline',
    tag,
    permission: 'timeline.edit',
    params: idParams,
    response: deletedActivitySchema,
    errors: [409],
    handle: async ({ actor, params }) => {
      await activities.remove(actor, params.id)
      return { data: { activityId: params.id, itemId: params.id } }
    },
  })
}
