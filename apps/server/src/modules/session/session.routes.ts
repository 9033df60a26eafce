import { dataOf } from '@steward/contracts/api'
import { sessionParams, sessionSchema, signedOutSchema } from '@steward/contracts/identity'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { clearRefreshCookie } from '../../platform/http/refresh-cookie.ts'
import { route } from '../../platform/http/route.ts'
import type { SessionService } from './session.service.ts'

const tag = 'identity'

/** The sessions of a user, and signing out. `publicUrl` is the address under which people reach Steward. */
export function addSessionRoutes(
  api: FastifyInstance,
  sessions: SessionService,
  publicUrl: string | undefined,
): void {
  route(api, {
    method: 'POST',
    url: '/identity/sign-out',
    operationId: 'signOut',
    summary: 'End the session',
    tag,
    permission: 'self.read',
    response: dataOf(signedOutSchema),
    errors: [404],
    handle: async ({ actor, reply }) => {
      await sessions.signOut(actor)
      clearRefreshCookie(reply, publicUrl)
      return { data: { signedOut: true as const } }
    },
  })
  route(api, {
    method: 'POST',
    url: '/identity/sign-out-everywhere',
    operationId: 'signOutEverywhere',
    summary: 'End all your sessions, including this one',
    tag,
    permission: 'self.edit',
    response: dataOf(signedOutSchema),
    handle: async ({ actor, reply }) => {
      await sessions.signOutEverywhere(actor)
      clearRefreshCookie(reply, publicUrl)
      return { data: { signedOut: true as const } }
    },
  })
  route(api, {
    method: 'GET',
    url: '/identity/sessions',
    operationId: 'listSessions',
    summary: 'List your sessions',
    tag,
    permission: 'self.read',
    response: dataOf(z.array(sessionSchema)),
    handle: async ({ actor }) => ({ data: await sessions.list(actor) }),
  })
  route(api, {
    method: 'DELETE',
    url: '/identity/sessions/:sessionId',
    operationId: 'endSession',
    summary: 'End one of your sessions',
    tag,
    permission: 'self.edit',
    params: sessionParams,
    response: dataOf(signedOutSchema),
    handle: async ({ actor, params }) => {
      await sessions.end(actor, params.sessionId)
      return { data: { signedOut: true as const } }
    },
  })
}
