import { dataOf } from '@steward/contracts/api'
import {
  changeSignInSettingsSchema,
  checkDomainSchema,
  domainCheckSchema,
  oidcCallbackQuery,
  oidcStartQuery,
  providerCheckSchema,
  signInSettingsSchema,
} from '@steward/contracts/sign-in-settings'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { originOf } from '../../platform/http/authenticate.ts'
import {
  clearRedirectCookie,
  redirectCookieOf,
  setRedirectCookie,
} from '../../platform/http/redirect-cookie.ts'
import { publicRoute, route } from '../../platform/http/route.ts'
import type { DomainProofs } from './domain-proof.service.ts'
import { handoverLifetime, redirectLifetime, type RedirectService } from './redirect.service.ts'
import type { SignInSettingsService } from './sign-in-settings.service.ts'

const tag = 'identity'

export function addSignInSettingsRoutes(
  api: FastifyInstance,
  settings: SignInSettingsService,
  proofs: DomainProofs,
): void {
  route(api, {
    method: 'GET',
    url: '/identity/sign-in-settings',
    operationId: 'readSignInSettings',
    summary: 'Get the sign-in settings of the company',
    tag,
    permission: 'sign-in.administer',
    response: dataOf(signInSettingsSchema),
    handle: async ({ actor }) => ({ data: await settings.read(actor) }),
  })
  route(api, {
    method: 'PATCH',
    url: '/identity/sign-in-settings',
    operationId: 'changeSignInSettings',
    summary: 'Manage sign-in settings',
    description:
      'An external provider is accepted only if it responds. Administrators can always log in with the password ' +
      'that Steward keeps. The client secret is kept as it is when absent, and forgotten when issuer or client change. ' +
      'Needs a session with a password confirmation in the last ten minutes.',
    tag,
    permission: 'sign-in.administer',
    audited: 'by-service',
    body: changeSignInSettingsSchema,
    response: dataOf(signInSettingsSchema),
    errors: [409],
    handle: async ({ actor, body }) => ({ data: await settings.change(actor, body) }),
  })
  route(api, {
    method: 'POST',
    url: '/identity/sign-in-settings/check',
    operationId: 'checkSignInSettings',
    summary: 'Check the provider with these settings',
    tag,
    permission: 'sign-in.administer',
    body: changeSignInSettingsSchema,
    response: dataOf(providerCheckSchema),
    handle: async ({ actor, body }) => ({ data: await settings.check(actor, body) }),
  })
  route(api, {
    method: 'POST',
    url: '/identity/sign-in-settings/domains/check',
    operationId: 'checkSignInDomain',
    summary: 'Look up the DNS record of a domain, and verify the domain',
    description: 'A domain has no effect until it is verified. One company can verify it.',
    tag,
    permission: 'sign-in.administer',
    audited: 'by-service',
    rateLimit: { max: 20, timeWindow: 60_000 },
    body: checkDomainSchema,
    response: dataOf(domainCheckSchema),
    errors: [404, 409],
    handle: async ({ actor, body }) => ({ data: await proofs.check(actor, body.domain) }),
  })
}

const elsewhere = z.unknown().meta({ description: 'Empty: the response is a redirect (302)' })

/** `publicUrl` is the address under which people reach Steward. */
export function addRedirectRoutes(
  api: FastifyInstance,
  redirect: RedirectService,
  publicUrl: string | undefined,
): void {
  publicRoute(api, {
    method: 'GET',
    url: '/identity/oidc/start',
    operationId: 'startOidcSignIn',
    summary: 'Redirect the browser to the OpenID Connect provider',
    description: 'Open it as a page. It redirects back to /login, with a handover or an error.',
    tag,
    query: oidcStartQuery,
    response: elsewhere,
    handle: async ({ query, reply }) => {
      const { to, kept } = await redirect.start(query.username, query.origin)
      if (kept) setRedirectCookie(reply, 'state', kept, { publicUrl, seconds: redirectLifetime })
      return reply.header('cache-control', 'no-store').redirect(to)
    },
  })
  publicRoute(api, {
    method: 'GET',
    url: '/identity/oidc/callback',
    operationId: 'finishOidcRedirect',
    summary: 'Receive the redirect from the OpenID Connect provider',
    tag,
    query: oidcCallbackQuery,
    response: elsewhere,
    handle: async ({ request, reply }) => {
      const query = request.url.split('?').slice(1).join('?')
      const kept = redirectCookieOf(request, 'state')
      const { to, kept: browser } = await redirect.finish(query, kept, originOf(request))
      clearRedirectCookie(reply, 'state', publicUrl)
      if (browser) setRedirectCookie(reply, 'handover', browser, { publicUrl, seconds: handoverLifetime })
      return reply.header('cache-control', 'no-store').redirect(to)
    },
  })
}
