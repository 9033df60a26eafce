import { dataOf } from '@steward/contracts/api'
import {
  sessionUserSchema,
  signedInSchema,
  signedOutSchema,
  signInSchema,
  tenantConfigurationSchema,
  tenantParams,
} from '@steward/contracts/identity'
import { normalizeIP } from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { publicRoute, route } from '../../platform/http/route.ts'
import type { IdentityService } from './identity.service.ts'

const tag = 'identity'

// One caller commands a whole IPv6 network of this size.
const ipv6Network = 64

export function addIdentityRoutes(api: FastifyInstance, identity: IdentityService): void {
  publicRoute(api, {
    method: 'GET',
    url: '/tenant/:username',
    operationId: 'readTenantConfiguration',
    summary: 'How a user signs in',
    description: 'Passwords are checked here, so every username gets the same answer, known or not.',
    tag,
    params: tenantParams,
    response: dataOf(tenantConfigurationSchema),
    handle: () => ({
      data: { provider: 'built-in' as const, region: null, userPoolId: null, userPoolWebClientId: null },
    }),
  })
  publicRoute(api, {
    method: 'POST',
    url: '/identity/sign-in',
    operationId: 'signIn',
    summary: 'Starts a session',
    description: 'After ten failures within a minute, further attempts from that address have to wait.',
    tag,
    body: signInSchema,
    response: dataOf(signedInSchema),
    errors: [401, 429],
    handle: async ({ body, request }) => ({
      data: await identity.signIn({
        ...body,
        address: normalizeIP(request.ip, ipv6Network),
        userAgent: request.headers['user-agent'],
      }),
    }),
  })
  route(api, {
    method: 'GET',
    url: '/identity/session',
    operationId: 'readSession',
    summary: 'Who is signed in',
    tag,
    permission: 'self.read',
    response: dataOf(z.object({ user: sessionUserSchema })),
    handle: async ({ actor }) => ({ data: { user: await identity.sessionUser(actor) } }),
  })
  route(api, {
    method: 'POST',
    url: '/identity/sign-out',
    operationId: 'signOut',
    summary: 'Ends the session',
    tag,
    permission: 'self.read',
    response: dataOf(signedOutSchema),
    handle: async ({ actor }) => {
      await identity.signOut(actor)
      return { data: { signedOut: true as const } }
    },
  })
}
