import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'

const name = 'steward_refresh'
const path = '/api/identity'

/** Whether people reach Steward by https, as far as the request or the configuration tells. */
export function isSecure(request: FastifyRequest, publicUrl: string | undefined): boolean {
  return request.protocol === 'https' || (publicUrl?.startsWith('https:') ?? false)
}

function optionsOf(request: FastifyRequest, publicUrl: string | undefined) {
  return { path, httpOnly: true, sameSite: 'strict', secure: isSecure(request, publicUrl) } as const
}

/** Hands a refresh token to the browser where scripts cannot read it; without `until` it goes with the browser. */
export function setRefreshCookie(
  reply: FastifyReply,
  token: string,
  { publicUrl, until }: { publicUrl: string | undefined; until: Date | undefined },
): void {
  const options = optionsOf(reply.request, publicUrl)
  const maxAge = until && Math.floor((until.getTime() - Date.now()) / 1000)
  void reply.setCookie(name, token, maxAge === undefined ? options : { ...options, maxAge })
}

export function clearRefreshCookie(reply: FastifyReply, publicUrl: string | undefined): void {
  void reply.clearCookie(name, optionsOf(reply.request, publicUrl))
}

/**
 * The refresh token of the cookie. A form of another site can send no JSON, so that the media type shows,
 * beside SameSite, that our own page asks. Throws `unsupported` where it is another.
 */
export function refreshCookieOf(request: FastifyRequest): string | undefined {
  const token = request.cookies[name]
  if (token === undefined) return undefined
  if (request.headers['content-type']?.split(';')[0]?.trim() === 'application/json') return token
  throw new AppError('unsupported', 'request.media_type', 'Send the body as application/json.')
}
