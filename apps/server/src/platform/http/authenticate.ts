import { normalizeIP } from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { may, type Actor, type Origin } from '../actor.ts'
import { AppError } from '../errors.ts'
import { permissionMissing } from '../permission-missing.ts'
import type { CallAudit } from './audit-calls.ts'

/** Finds who a token belongs to. Throws `unauthenticated` when it belongs to no one now. */
export type FindActor = (token: string) => Promise<Actor>

const longestUserAgent = 400

function tokenOf(request: FastifyRequest): string {
  const header = request.headers.authorization
  if (header?.startsWith('Bearer ')) return header.slice(7)
  throw new AppError('unauthenticated', 'session.missing', 'Log in first.')
}

/** Where a request comes from. */
export function originOf(request: FastifyRequest): Origin {
  const userAgent = request.headers['user-agent']?.slice(0, longestUserAgent) || null
  return { address: request.ip || null, userAgent }
}

// One caller commands a whole IPv6 network of this size.
const ipv6Network = 64

/** Where a request comes from, with the address or network by which its caller is counted. */
export function callerOf(request: FastifyRequest): Origin & { network: string } {
  return { ...originOf(request), network: normalizeIP(request.ip, ipv6Network) }
}

/**
 * Lets a call through when its token is good and its actor has the permission that the route names.
 * `refused` is notified of those that have not.
 */
export function authenticateCalls(
  app: FastifyInstance,
  findActor: FindActor,
  refused: CallAudit['refused'],
): void {
  app.decorateRequest('actor', null)
  app.addHook('onRequest', async (request) => {
    const { config, url } = request.routeOptions
    const { permission } = config
    if (permission === undefined || permission === 'public') return
    const actor: Actor = { ...(await findActor(tokenOf(request))), origin: originOf(request) }
    if (!may(actor, permission)) {
      await refused(actor, permission, `${request.method} ${url}`)
      throw permissionMissing(actor, permission)
    }
    request.actor = actor
  })
}
