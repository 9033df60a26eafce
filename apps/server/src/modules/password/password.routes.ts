import { dataOf } from '@steward/contracts/api'
import {
  changePasswordSchema,
  confirmPasswordSchema,
  doneSchema,
  forgotPasswordSchema,
  resetPasswordSchema,
  resetRequestSchema,
  unlockSchema,
} from '@steward/contracts/identity'
import type { FastifyInstance } from 'fastify'
import { callerOf } from '../../platform/http/authenticate.ts'
import { publicRoute, route } from '../../platform/http/route.ts'
import type { PasswordService } from './password.service.ts'

const tag = 'identity'
const done = { data: { done: true as const } }

export function addPasswordRoutes(api: FastifyInstance, passwords: PasswordService): void {
  publicRoute(api, {
    method: 'POST',
    url: '/identity/forgot-password',
    operationId: 'forgotPassword',
    summary: 'Send a password reset code by email',
    description:
      'The response is the same for every name, with or without an account. Another code can be requested at `nextAt`, after 30 seconds; until then nothing is sent, and `done` is false. A name can request ten codes in an hour.',
    tag,
    body: forgotPasswordSchema,
    response: dataOf(resetRequestSchema),
    errors: [429],
    handle: async ({ body, request }) => {
      const { done: isAccepted, nextAt } = await passwords.forgot(body.username, callerOf(request))
      return { data: { done: isAccepted, nextAt: nextAt.toISOString() } }
    },
  })
  publicRoute(api, {
    method: 'POST',
    url: '/identity/reset-password',
    operationId: 'resetPassword',
    summary: 'Set a new password with an emailed code',
    description: 'A code is valid for ten minutes and five attempts. All sessions of the user end.',
    tag,
    body: resetPasswordSchema,
    response: dataOf(doneSchema),
    errors: [429],
    handle: async ({ body, request }) => {
      await passwords.reset(body, callerOf(request))
      return done
    },
  })
  publicRoute(api, {
    method: 'POST',
    url: '/identity/unlock',
    operationId: 'unlockAccount',
    summary: 'Unlock an account with an emailed link',
    tag,
    body: unlockSchema,
    response: dataOf(doneSchema),
    errors: [429],
    handle: async ({ body, request }) => {
      await passwords.unlock(body.token, callerOf(request))
      return done
    },
  })
  route(api, {
    method: 'POST',
    url: '/identity/confirm',
    operationId: 'confirmPassword',
    summary: 'Confirm your password',
    description: 'For the next ten minutes, the session can change your sign-in settings.',
    tag,
    permission: 'self.edit',
    body: confirmPasswordSchema,
    response: dataOf(doneSchema),
    errors: [429],
    handle: async ({ actor, body, request }) => {
      await passwords.confirm(actor, body.password, callerOf(request))
      return done
    },
  })
  route(api, {
    method: 'POST',
    url: '/identity/change-password',
    operationId: 'changePassword',
    summary: 'Change your password; your other sessions end',
    tag,
    permission: 'self.edit',
    body: changePasswordSchema,
    response: dataOf(doneSchema),
    errors: [429],
    handle: async ({ actor, body, request }) => {
      await passwords.change(actor, body, callerOf(request))
      return done
    },
  })
}
