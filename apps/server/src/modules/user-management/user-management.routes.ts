import { dataOf } from '@steward/contracts/api'
import {
  userLookupSchema,
  userParams,
  usersByStateSchema,
  userSchema,
} from '@steward/contracts/user-management'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { route } from '../../platform/http/route.ts'
import type { UserService } from './user-management.service.ts'

export function addUserRoutes(api: FastifyInstance, users: UserService): void {
  route(api, {
    method: 'GET',
    url: '/users',
    operationId: 'listUsers',
    summary: 'The users of the tenant, sorted by name',
    tag: 'user-management',
    permission: 'user.read',
    query: userLookupSchema,
    response: dataOf(z.array(userSchema)),
    handle: async ({ actor, query }) => ({ data: await users.listUsers(actor, query) }),
  })
  route(api, {
    method: 'GET',
    url: '/user-management/users',
    operationId: 'listUsersByState',
    summary: 'The users of the tenant: active, invited and deactivated',
    tag: 'user-management',
    permission: 'user.read',
    response: dataOf(usersByStateSchema),
    handle: async ({ actor }) => ({ data: await users.listByState(actor) }),
  })
  route(api, {
    method: 'GET',
    url: '/user-management/users/:userId',
    operationId: 'readUser',
    summary: 'One user',
    tag: 'user-management',
    permission: 'user.read',
    params: userParams,
    response: dataOf(userSchema),
    handle: async ({ actor, params }) => ({ data: await users.readUser(actor, params.userId) }),
  })
}
