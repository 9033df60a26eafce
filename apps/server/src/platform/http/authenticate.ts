import { roleMay } from '@steward/contracts/permission'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Actor } from '../actor.ts'
import { AppError } from '../errors.ts'

/** Finds who a session token belongs to. Throws `unauthenticated` when it belongs to nobody now. */
export type FindActor = (token: string) => Promise<Actor>

function tokenOf(request: FastifyRequest): string {
  const header = request.headers.authorization
  if (header?.startsWith('Bearer ')) return header.slice(7)
  throw new AppError('unauthenticated', 'session.missing', 'Sign in first.')
}

/** Lets a call through when its session is valid and its role has the permission that the route names. */
export function authenticateCalls(app: FastifyInstance, findActor: FindActor): void {
  app.decorateRequest('actor', null)
  app.addHook('onRequest', async (request) => {
    const { permission } = request.routeOptions.config
    if (permission === undefined || permission === 'public') return
    const actor = await findActor(tokenOf(request))
    if (!roleMay(actor.roleId, permission)) {
      throw new AppError(
        'forbidden',
        'permission.missing',
        `Your role does not have the permission ${permission}.`,
      )
    }
    request.actor = actor
  })
}
