import { dataOf } from '@steward/contracts/api'
import { refreshSchema, sessionUserSchema, signedInSchema, type Tokens } from '@steward/contracts/identity'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import { AppError } from '../../platform/errors.ts'
import { callerOf } from '../../platform/http/authenticate.ts'
import { clearRefreshCookie, refreshCookieOf, setRefreshCookie } from '../../platform/http/refresh-cookie.ts'
import { publicRoute, route } from '../../platform/http/route.ts'
import type { IdentityService } from './identity.service.ts'
import type { SessionTokens } from './identity.service.ts'

const tag = 'identity'

/** The tokens as an answer has them; the refresh token goes into a cookie where that was asked for. */
export function giveTokens(
  reply: FastifyReply,
  tokens: SessionTokens,
  how: { by: 'cookie' | 'body'; publicUrl: string | undefined },
): Tokens {
  const { publicUrl } = how
  const until = tokens.remembered ? tokens.endsAt : undefined
  if (how.by === 'cookie') setRefreshCookie(reply, tokens.refreshToken, { publicUrl, until })
  return {
    token: tokens.token,
    expiresAt: tokens.expiresAt.toISOString(),
    sessionEndsAt: tokens.endsAt.toISOString(),
    refreshToken: how.by === 'cookie' ? null : tokens.refreshToken,
  }
}

/** Refreshing a session, and whose it is. `publicUrl` is the address under which people reach Steward. */
export function addTokenRoutes(
  api: FastifyInstance,
  identity: IdentityService,
  publicUrl: string | undefined,
): void {
  publicRoute(api, {
    method: 'POST',
    url: '/identity/refresh',
    operationId: 'refreshSession',
    summary: 'Exchange a refresh token for new tokens',
    description:
      'Each refresh token is valid once; a second use ends the session, unless it is the same attempt after a lost response. Leave it out if the token is in a cookie.',
    tag,
    body: refreshSchema,
    response: dataOf(signedInSchema),
    errors: [401, 415, 429],
    handle: async ({ body, request, reply }) => {
      const cookie = body.refreshToken === undefined ? refreshCookieOf(request) : undefined
      const refreshToken = body.refreshToken ?? cookie
      if (refreshToken === undefined)
        throw new AppError('unauthenticated', 'session.missing', 'Log in first.')
      try {
        const { user, ...tokens } = await identity.refresh(
          { refreshToken, attempt: body.attempt },
          callerOf(request),
        )
        return { data: { ...giveTokens(reply, tokens, { by: cookie ? 'cookie' : 'body', publicUrl }), user } }
      } catch (error) {
        if (cookie && error instanceof AppError && error.code === 'unauthenticated')
          clearRefreshCookie(reply, publicUrl)
        throw error
      }
    },
  })
  route(api, {
    method: 'GET',
    url: '/identity/session',
    operationId: 'readSession',
    summary: 'Get the signed-in user',
    tag,
    permission: 'self.read',
    response: dataOf(z.object({ user: sessionUserSchema })),
    handle: async ({ actor }) => ({ data: { user: await identity.sessionUser(actor) } }),
  })
}
