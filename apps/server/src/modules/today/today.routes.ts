import { dataOf } from '@steward/contracts/api'
import { doneSchema } from '@steward/contracts/identity'
import {
  todayFeedbackSchema,
  todayKeyParams,
  todayPreviewedSchema,
  todayPreviewSchema,
  todayQuery,
  todaySchema,
  todaySettingsSchema,
  todaySnoozeSchema,
  todayWeightsSchema,
} from '@steward/contracts/today'
import type { FastifyInstance } from 'fastify'
import { route } from '../../platform/http/route.ts'
import type { TodayService } from './today.service.ts'

const tag = 'today'

function addCardRoutes(api: FastifyInstance, today: TodayService): void {
  route(api, {
    method: 'GET',
    url: '/today',
    operationId: 'readToday',
    summary: 'Get what deserves the next hour of a user, in order, with the reasons',
    description:
      'The points of a card are the sum of the points of its reasons, and cards come in the order of their points.',
    tag,
    permission: 'task.read',
    query: todayQuery,
    response: todaySchema,
    errors: [404],
    handle: async ({ actor, query: { userId } }) => ({ data: await today.read(actor, userId) }),
  })
  route(api, {
    method: 'POST',
    url: '/today/snoozes',
    operationId: 'snoozeTodayCard',
    summary: 'Put a card off until a day, or until one of its reasons changes',
    tag,
    permission: 'task.read',
    body: todaySnoozeSchema,
    response: dataOf(doneSchema),
    errors: [404],
    handle: async ({ actor, body }) => {
      await today.snooze(actor, body)
      return { data: { done: true as const } }
    },
  })
  route(api, {
    method: 'DELETE',
    url: '/today/snoozes/:key',
    operationId: 'wakeTodayCard',
    summary: 'Bring a card back that you have put off',
    tag,
    permission: 'task.read',
    params: todayKeyParams,
    response: dataOf(doneSchema),
    errors: [404],
    handle: async ({ actor, params }) => {
      await today.wake(actor, params.key)
      return { data: { done: true as const } }
    },
  })
  route(api, {
    method: 'POST',
    url: '/today/feedback',
    operationId: 'rejectTodayCard',
    summary: 'Say why a card was not useful; it comes back once one of its reasons changes',
    tag,
    permission: 'task.read',
    body: todayFeedbackSchema,
    response: dataOf(doneSchema),
    errors: [404],
    handle: async ({ actor, body }) => {
      await today.reject(actor, body)
      return { data: { done: true as const } }
    },
  })
}

function addSettingRoutes(api: FastifyInstance, today: TodayService): void {
  route(api, {
    method: 'GET',
    url: '/today/settings',
    operationId: 'readTodaySettings',
    summary: 'Get what the sources of Today weigh, and how often their items were called not useful',
    tag,
    permission: 'health.administer',
    response: todaySettingsSchema,
    handle: async ({ actor }) => ({ data: await today.settings(actor) }),
  })
  route(api, {
    method: 'PUT',
    url: '/today/settings/weights',
    operationId: 'setTodayWeights',
    summary: 'Set what the sources of Today weigh for everyone',
    tag,
    permission: 'health.administer',
    body: todayWeightsSchema,
    response: dataOf(todayWeightsSchema),
    handle: async ({ actor, body }) => ({ data: await today.setWeights(actor, body) }),
  })
  route(api, {
    method: 'POST',
    url: '/today/settings/preview',
    operationId: 'previewTodayWeights',
    summary: 'See the list of a user by other weights',
    tag,
    permission: 'health.administer',
    body: todayPreviewSchema,
    response: todayPreviewedSchema,
    errors: [404],
    handle: async ({ actor, body: { userId, weights } }) => ({
      data: await today.preview(actor, userId, weights),
    }),
  })
}

export function addTodayRoutes(api: FastifyInstance, today: TodayService): void {
  addCardRoutes(api, today)
  addSettingRoutes(api, today)
}
