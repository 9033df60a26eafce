import { dataOf } from '@steward/contracts/api'
import {
  challengeUserSchema,
  newPasswordSchema,
  sentSchema,
  signInOutcomeSchema,
  signInSchema,
  tenantConfigurationSchema,
  tenantParams,
  verifyMfaSchema,
  type SignInOutcome,
} from '@steward/contracts/identity'
import {
  authenticatorSecretSchema,
  mfaSetUpOutcomeSchema,
  verifyMfaSetUpSchema,
} from '@steward/contracts/second-factor'
import { finishSignInSchema } from '@steward/contracts/sign-in-settings'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { callerOf } from '../../platform/http/authenticate.ts'
import { clearRedirectCookie, redirectCookieOf } from '../../platform/http/redirect-cookie.ts'
import { publicRoute } from '../../platform/http/route.ts'
import type { IdentityService } from './identity.service.ts'
import { giveTokens } from './token.routes.ts'
import type { Outcome } from './sign-in.service.ts'

const tag = 'identity'

type Answer = (reply: FastifyReply, outcome: Outcome) => SignInOutcome

/** Turns the outcome of a sign-in into an answer. `publicUrl` is the address under which people reach Steward. */
export function answerSignIn(publicUrl: string | undefined): Answer {
  return (reply, outcome) => {
    if (outcome.kind === 'challenge') return outcome.challenge
    const { tokens, user, refresh } = outcome
    return { ...giveTokens(reply, tokens, { by: refresh, publicUrl }), user }
  }
}

function addTenantRoute(api: FastifyInstance, identity: IdentityService): void {
  publicRoute(api, {
    method: 'GET',
    url: '/tenant/:username',
    operationId: 'readTenantConfiguration',
    summary: 'Get the sign-in method of a user',
    description:
      'Depends on the domain of the address: every name of a domain gets the same response, known or not.',
    tag,
    params: tenantParams,
    response: dataOf(tenantConfigurationSchema),
    handle: async ({ params }) => ({ data: await identity.tenantConfiguration(params.username) }),
  })
}

function addFactorRoutes(api: FastifyInstance, { challenges }: IdentityService, answer: Answer): void {
  publicRoute(api, {
    method: 'POST',
    url: '/identity/verify-mfa',
    operationId: 'verifyMfa',
    summary: 'Answer the two-factor challenge',
    description: 'With the code of the text message or the authenticator app, or with a recovery code.',
    tag,
    body: verifyMfaSchema,
    response: dataOf(signInOutcomeSchema),
    errors: [401, 429],
    handle: async ({ body, request, reply }) => ({
      data: answer(reply, await challenges.verifyMfa(body, callerOf(request))),
    }),
  })
  publicRoute(api, {
    method: 'POST',
    url: '/identity/resend-mfa',
    operationId: 'resendMfa',
    summary: 'Send another code to the phone',
    tag,
    body: challengeUserSchema,
    response: dataOf(sentSchema),
    errors: [401, 409, 429],
    handle: async ({ body }) => {
      const nextAt = await challenges.resendMfa(body.challengeUser)
      return { data: { sent: true as const, nextAt: nextAt.toISOString() } }
    },
  })
  publicRoute(api, {
    method: 'POST',
    url: '/identity/mfa-set-up',
    operationId: 'beginMfaSetUp',
    summary: 'A new authenticator, where the company asks for a second factor',
    tag,
    body: challengeUserSchema,
    response: dataOf(authenticatorSecretSchema),
    errors: [401, 409],
    handle: async ({ body, request }) => ({
      data: await challenges.beginSetUp(body.challengeUser, callerOf(request)),
    }),
  })
  publicRoute(api, {
    method: 'POST',
    url: '/identity/mfa-set-up/verify',
    operationId: 'completeMfaSetUp',
    summary: 'Verify the first code of a new authenticator and start the session',
    tag,
    body: verifyMfaSetUpSchema,
    response: dataOf(mfaSetUpOutcomeSchema),
    errors: [401, 409, 429],
    handle: async ({ body, request, reply }) => {
      const { outcome, recoveryCodes } = await challenges.completeSetUp(body, callerOf(request))
      const signedIn = answer(reply, outcome)
      // The factor is the last thing that is asked for.
      if (!('token' in signedIn)) throw new Error('A challenge followed the two-factor set-up')
      return { data: { ...signedIn, recoveryCodes } }
    },
  })
}

/** The calls that lead to a session. `publicUrl` is the address under which people reach Steward. */
export function addSignInRoutes(
  api: FastifyInstance,
  identity: IdentityService,
  publicUrl: string | undefined,
): void {
  const answer = answerSignIn(publicUrl)
  addTenantRoute(api, identity)
  publicRoute(api, {
    method: 'POST',
    url: '/identity/sign-in',
    operationId: 'signIn',
    summary: 'Start a session, or return the next challenge',
    description:
      'An unknown name, a wrong password and a blocked user get the same response. ' +
      'Ten wrong passwords in a row lock the account for an hour, or until the emailed link is used.',
    tag,
    body: signInSchema,
    response: dataOf(signInOutcomeSchema),
    errors: [401, 429],
    handle: async ({ body, request, reply }) => ({
      data: answer(reply, await identity.signIn.signIn(body, callerOf(request))),
    }),
  })
  publicRoute(api, {
    method: 'POST',
    url: '/identity/new-password',
    operationId: 'replaceTemporaryPassword',
    summary: 'Answer the new-password challenge',
    tag,
    body: newPasswordSchema,
    response: dataOf(signInOutcomeSchema),
    errors: [401, 429],
    handle: async ({ body, request, reply }) => {
      const { challengeUser, newPassword } = body
      const outcome = await identity.challenges.newPassword(challengeUser, newPassword, callerOf(request))
      return { data: answer(reply, outcome) }
    },
  })
  addFactorRoutes(api, identity, answer)
  publicRoute(api, {
    method: 'POST',
    url: '/identity/oidc/finish',
    operationId: 'finishOidcSignIn',
    summary: 'Start a session after a sign-in at the OpenID Connect provider',
    description: 'Works only in the browser that started the sign-in.',
    tag,
    body: finishSignInSchema,
    response: dataOf(signInOutcomeSchema),
    errors: [401, 429],
    handle: async ({ body, request, reply }) => {
      const { handover, ...wishes } = body
      const kept = redirectCookieOf(request, 'handover')
      const input = { wishes, caller: callerOf(request) }
      const outcome = await identity.signIn.finish(handover, kept, input)
      clearRedirectCookie(reply, 'handover', publicUrl)
      return { data: answer(reply, outcome) }
    },
  })
}
