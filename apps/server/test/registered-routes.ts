import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyInstance, RouteOptions } from 'fastify'

export interface RegisteredRoute {
  method: string
  /** With the names of parameters, for example `/api/core/accounts/:id`. */
  url: string
  permission: string | undefined
}

function namesOf(method: RouteOptions['method']): string[] {
  return typeof method === 'string' ? [method] : [...method]
}

/** Starts an application and reports every route that it registers, those of plugins included. */
export async function collectRoutes<T>(
  start: () => Promise<T>,
): Promise<{ started: T; routes: RegisteredRoute[] }> {
  const routes: RegisteredRoute[] = []
  const listen = (message: unknown): void => {
    const { fastify } = message as { fastify: FastifyInstance }
    fastify.addHook('onRoute', ({ method, url, config }) => {
      for (const name of namesOf(method)) routes.push({ method: name, url, permission: config?.permission })
    })
  }
  subscribe('fastify.initialization', listen)
  try {
    return { started: await start(), routes }
  } finally {
    unsubscribe('fastify.initialization', listen)
  }
}
