import type { FastifyReply, FastifyRequest } from 'fastify'
import { isSecure } from './refresh-cookie.ts'

/** state: from the start of a sign-in elsewhere to the return. handover: from the return to the session. */
export type RedirectCookie = 'state' | 'handover'

const names: Record<RedirectCookie, string> = { state: 'steward_oidc', handover: 'steward_handover' }
const path = '/api/identity/oidc'

// The provider sends the browser back from another site, so the state has to come along with that.
const sameSite: Record<RedirectCookie, 'lax' | 'strict'> = { state: 'lax', handover: 'strict' }

function optionsOf(request: FastifyRequest, cookie: RedirectCookie, publicUrl: string | undefined) {
  return { path, httpOnly: true, sameSite: sameSite[cookie], secure: isSecure(request, publicUrl) } as const
}

/** Gives the browser something to keep where scripts cannot read it. */
export function setRedirectCookie(
  reply: FastifyReply,
  cookie: RedirectCookie,
  text: string,
  { publicUrl, seconds }: { publicUrl: string | undefined; seconds: number },
): void {
  void reply.setCookie(names[cookie], text, {
    ...optionsOf(reply.request, cookie, publicUrl),
    maxAge: seconds,
  })
}

export function clearRedirectCookie(
  reply: FastifyReply,
  cookie: RedirectCookie,
  publicUrl: string | undefined,
): void {
  void reply.clearCookie(names[cookie], optionsOf(reply.request, cookie, publicUrl))
}

export function redirectCookieOf(request: FastifyRequest, cookie: RedirectCookie): string | undefined {
  return request.cookies[names[cookie]]
}
