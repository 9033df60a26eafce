import { dataOf, idParams, idSchema } from '@steward/contracts/api'
import {
  behindQuery,
  behindSchema,
  changeFollowSchema,
  changeNotificationDefaultsSchema,
  changeNotificationPreferencesSchema,
  followSchema,
  markAllQuery,
  notificationDefaultsSchema,
  notificationPageSchema,
  notificationPreferencesSchema,
  notificationQuery,
  unseenQuery,
  unseenSchema,
} from '@steward/contracts/notification'
import { userParams } from '@steward/contracts/user-management'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { route } from '../../platform/http/route.ts'
import type { FollowService } from './follow.service.ts'
import type { NotificationService } from './notification.service.ts'
import type { DefaultService, PreferenceService } from './preference.service.ts'

const url = '/notification/notification'
const preferences = '/notification/users/:userId/notificationPreferences'
const defaults = '/notification/defaultPreferences'
const follow = '/notification/records/:id/follow'
const tag = 'notification'

function addListRoutes(api: FastifyInstance, service: NotificationService): void {
  route(api, {
    method: 'GET',
    url,
    operationId: 'listNotifications',
    summary: 'List your notifications, the latest first',
    description:
      'Notifications about records that you can no longer see are left out. Send the `lastId` of a page to get the next one; a notification that something is added to moves to the top.',
    tag,
    permission: 'self.read',
    query: notificationQuery,
    response: dataOf(notificationPageSchema),
    handle: async ({ actor, query }) => ({ data: await service.list(actor, query) }),
  })
  route(api, {
    method: 'GET',
    url: `${url}/unseen`,
    operationId: 'countUnseenNotifications',
    summary: 'Count your unseen notifications by category',
    tag,
    permission: 'self.read',
    query: unseenQuery,
    response: dataOf(unseenSchema),
    handle: async ({ actor }) => ({ data: await service.unseen(actor) }),
  })
  route(api, {
    method: 'GET',
    url: `${url}/:id/records`,
    operationId: 'listRecordsBehindNotification',
    summary: 'Get a notification, with the records of one about several',
    tag,
    permission: 'record.read',
    params: idParams,
    query: behindQuery,
    response: dataOf(behindSchema),
    handle: async ({ actor, params, query }) => ({
      data: await service.behind(actor, params.id, query.lastId ?? 0),
    }),
  })
  route(api, {
    method: 'PATCH',
    url: `${url}/all`,
    operationId: 'markAllNotificationsSeen',
    summary: 'Mark all notifications, or those of a category, as seen',
    tag,
    permission: 'self.edit',
    query: markAllQuery,
    response: dataOf(unseenSchema),
    handle: async ({ actor, query }) => ({ data: await service.seeAll(actor, query.category) }),
  })
  route(api, {
    method: 'PATCH',
    url: `${url}/:id`,
    operationId: 'markNotificationSeen',
    summary: 'Mark a notification as seen',
    tag,
    permission: 'self.edit',
    params: idParams,
    response: dataOf(unseenSchema),
    handle: async ({ actor, params }) => ({ data: await service.see(actor, params.id) }),
  })
}

function addPreferenceRoutes(api: FastifyInstance, service: PreferenceService): void {
  route(api, {
    method: 'GET',
    url: preferences,
    operationId: 'readNotificationPreferences',
    summary: 'Get the notification preferences of a user',
    description: 'Your own, or with user.administer those of others.',
    tag,
    permission: 'self.read',
    params: userParams,
    response: dataOf(notificationPreferencesSchema),
    handle: async ({ actor, params }) => ({ data: await service.read(actor, params.userId) }),
  })
  route(api, {
    method: 'PATCH',
    url: preferences,
    operationId: 'changeNotificationPreferences',
    summary: 'Update notification preferences of a user',
    description: 'Your own, or with user.administer those of others.',
    tag,
    permission: 'self.edit',
    params: userParams,
    body: changeNotificationPreferencesSchema,
    response: dataOf(notificationPreferencesSchema),
    handle: async ({ actor, params, body }) => ({ data: await service.change(actor, params.userId, body) }),
  })
  route(api, {
    method: 'DELETE',
    url: preferences,
    operationId: 'resetNotificationPreferences',
    summary: 'Reset the notification preferences of a user to the defaults of the company',
    description: 'Your own, or with user.administer those of others.',
    tag,
    permission: 'self.edit',
    params: userParams,
    response: dataOf(notificationPreferencesSchema),
    handle: async ({ actor, params }) => ({ data: await service.reset(actor, params.userId) }),
  })
}

function addDefaultRoutes(api: FastifyInstance, service: DefaultService): void {
  route(api, {
    method: 'GET',
    url: defaults,
    operationId: 'readNotificationDefaults',
    summary: 'Get the notification preferences of users who have not chosen otherwise',
    tag,
    permission: 'user.administer',
    response: dataOf(notificationDefaultsSchema),
    handle: async ({ actor }) => ({ data: await service.read(actor) }),
  })
  route(api, {
    method: 'PATCH',
    url: defaults,
    operationId: 'changeNotificationDefaults',
    summary: 'Update the notification preferences of users who have not chosen otherwise',
    tag,
    permission: 'user.administer',
    body: changeNotificationDefaultsSchema,
    response: dataOf(notificationDefaultsSchema),
    handle: async ({ actor, body }) => ({ data: await service.change(actor, body) }),
  })
}

function addFollowRoutes(api: FastifyInstance, service: FollowService): void {
  route(api, {
    method: 'GET',
    url: '/notification/records/:id/unable',
    operationId: 'listUsersUnableToSee',
    summary: "List the users who can't see a record, so that no one mentions them on it",
    tag,
    permission: 'record.read',
    params: idParams,
    response: dataOf(z.array(idSchema)),
    handle: async ({ actor, params }) => ({ data: await service.unable(actor, params.id) }),
  })
  route(api, {
    method: 'GET',
    url: follow,
    operationId: 'readFollow',
    summary: 'Get whether you follow a record',
    tag,
    permission: 'record.read',
    params: idParams,
    response: dataOf(followSchema),
    handle: async ({ actor, params }) => ({ data: await service.read(actor, params.id) }),
  })
  route(api, {
    method: 'PUT',
    url: follow,
    operationId: 'putFollow',
    summary: 'Follow a record, or stop following it',
    tag,
    permission: 'record.read',
    params: idParams,
    body: changeFollowSchema,
    response: dataOf(followSchema),
    handle: async ({ actor, params, body }) => ({ data: await service.set(actor, params.id, body.follows) }),
  })
}

export function addNotificationRoutes(
  api: FastifyInstance,
  parts: {
    service: NotificationService
    preferences: PreferenceService
    defaults: DefaultService
    follows: FollowService
  },
): void {
  addListRoutes(api, parts.service)
  addPreferenceRoutes(api, parts.preferences)
  addDefaultRoutes(api, parts.defaults)
  addFollowRoutes(api, parts.follows)
}
