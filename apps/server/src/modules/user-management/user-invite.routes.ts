import { dataOf } from '@steward/contracts/api'
import {
  invitedSchema,
  inviteUsersSchema,
  takenUsernamesSchema,
  userParams,
  userSchema,
  validateUsernamesSchema,
} from '@steward/contracts/user-management'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { route } from '../../platform/http/route.ts'
import type { UserAdministration } from './user-administration.service.ts'
import type { Invitations } from './user-invite.service.ts'

const tag = 'user-management'
const permission = 'user.administer'

export function addInviteRoutes(
  api: FastifyInstance,
  invitations: Invitations,
  administration: UserAdministration,
): void {
  route(api, {
    method: 'POST',
    url: '/user-management/users/validate-by-usernames',
    operationId: 'validateUsernames',
    summary: 'Check which addresses already belong to a user',
    tag,
    permission,
    audited: 'by-service',
    body: validateUsernamesSchema,
    response: takenUsernamesSchema,
    handle: async ({ body }) => ({ data: await invitations.validate(body.usernames) }),
  })
  route(api, {
    method: 'POST',
    url: '/user-management/users',
    operationId: 'inviteUsers',
    summary: 'Invite people by email',
    description: 'Each address is checked on its own: an invalid or existing one does not affect the others.',
    tag,
    permission,
    audited: 'by-service',
    body: inviteUsersSchema,
    response: dataOf(z.array(invitedSchema)),
    handle: async ({ actor, body }) => ({ data: await invitations.invite(actor, body.data) }),
  })
  route(api, {
    method: 'PATCH',
    url: '/user-management/users/:userId/resend-invitation',
    operationId: 'resendInvitation',
    summary: 'Send an invitation again, with a new temporary password',
    tag,
    permission,
    audited: 'by-service',
    params: userParams,
    response: dataOf(userSchema),
    errors: [409],
    handle: async ({ actor, params }) => ({ data: await administration.resend(actor, params.userId) }),
  })
}
