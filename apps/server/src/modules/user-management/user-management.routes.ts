import { dataOf } from '@steward/contracts/api'
import {
  belongingsSchema,
  changeUserSchema,
  changeUserStatusSchema,
  roleSchema,
  userLookupSchema,
  userParams,
  usersByStateSchema,
  userSchema,
} from '@steward/contracts/user-management'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { route } from '../../platform/http/route.ts'
import type { UserAdministration } from './user-administration.service.ts'
import { addInviteRoutes } from './user-invite.routes.ts'
import type { Invitations } from './user-invite.service.ts'
import type { UserService } from './user-management.service.ts'

const tag = 'user-management'

export interface UserParts {
  users: UserService
  administration: UserAdministration
  invitations: Invitations
}

function addReadRoutes(api: FastifyInstance, { users, administration }: UserParts): void {
  route(api, {
    method: 'GET',
    url: '/users',
    operationId: 'listUsers',
    summary: 'List the users of the tenant by name',
    tag,
    permission: 'user.read',
    query: userLookupSchema,
    response: dataOf(z.array(userSchema)),
    handle: async ({ actor, query }) => ({ data: await users.listUsers(actor, query) }),
  })
  route(api, {
    method: 'GET',
    url: '/user-management/users',
    operationId: 'listUsersByState',
    summary: 'List the active, invited and deactivated users of the tenant',
    tag,
    permission: 'user.read',
    response: dataOf(usersByStateSchema),
    handle: async ({ actor }) => ({ data: await users.listByState(actor) }),
  })
  route(api, {
    method: 'GET',
    url: '/user-management/users/:userId',
    operationId: 'readUser',
    summary: 'Get one user',
    tag,
    permission: 'user.read',
    params: userParams,
    response: dataOf(userSchema),
    handle: async ({ actor, params }) => ({ data: await administration.person(actor, params.userId) }),
  })
  route(api, {
    method: 'GET',
    url: '/user-management/users/:userId/belongings',
    operationId: 'readBelongings',
    summary: 'Get the records of a user, for a transfer',
    tag,
    permission: 'user.administer',
    params: userParams,
    response: dataOf(belongingsSchema),
    handle: async ({ actor, params }) => ({ data: await administration.belongings(actor, params.userId) }),
  })
  route(api, {
    method: 'GET',
    url: '/user-management/roles',
    operationId: 'listRoles',
    summary: 'List the roles with their permissions and number of users',
    tag,
    permission: 'user.read',
    response: dataOf(z.array(roleSchema)),
    handle: async ({ actor }) => ({ data: await administration.roles(actor) }),
  })
}

function addChangeRoutes(api: FastifyInstance, { administration }: UserParts): void {
  route(api, {
    method: 'PATCH',
    url: '/user-management/users/:userId',
    operationId: 'changeUser',
    summary: 'Update a user',
    description:
      'Users can edit themselves, except role, external id and status. Editing these, or other users, needs user.administer.',
    tag,
    permission: 'self.edit',
    params: userParams,
    body: changeUserSchema,
    response: dataOf(userSchema),
    errors: [409],
    handle: async ({ actor, params, body }) => ({
      data: await administration.change(actor, params.userId, body),
    }),
  })
  route(api, {
    method: 'PATCH',
    url: '/user-management/users/:userId/status',
    operationId: 'changeUserStatus',
    summary: 'Deactivate or reactivate a user, or revoke an invitation',
    tag,
    permission: 'user.administer',
    audited: 'by-service',
    params: userParams,
    body: changeUserStatusSchema,
    response: dataOf(userSchema),
    errors: [409],
    handle: async ({ actor, params, body }) => ({
      data: await administration.changeStatus(actor, params.userId, body),
    }),
  })
  route(api, {
    method: 'PATCH',
    url: '/user-management/users/:userId/disable-mfa',
    operationId: 'disableMfa',
    summary: 'Turn off two-factor authentication of a user',
    tag,
    permission: 'user.administer',
    audited: 'by-service',
    params: userParams,
    response: dataOf(userSchema),
    errors: [409],
    handle: async ({ actor, params }) => ({ data: await administration.disableMfa(actor, params.userId) }),
  })
}

export function addUserRoutes(api: FastifyInstance, parts: UserParts): void {
  addReadRoutes(api, parts)
  addChangeRoutes(api, parts)
  addInviteRoutes(api, parts.invitations, parts.administration)
}
