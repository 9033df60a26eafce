import type { FastifyInstance } from 'fastify'
import type { Metrics } from '../telemetry/metrics.ts'
import { checkMayReadMetrics } from './metrics-access.ts'

export interface Readiness {
  /** True when the database answers and is migrated. */
  isReady(): Promise<boolean>
}

/** /healthz: the process lives. /readyz: it can serve. /metrics: for Prometheus, with the token if there is one. */
export function serveOperations(
  app: FastifyInstance,
  readiness: Readiness,
  metrics: Metrics,
  metricsToken: string | undefined,
): void {
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown'
    metrics.noteCall(request.method, route, reply.statusCode, reply.elapsedTime / 1000)
    done()
  })
  const open = { config: { permission: 'public' as const, gate: 'open' as const }, schema: { hide: true } }
  app.get('/healthz', open, async () => ({ status: 'alive' }))
  app.get('/readyz', open, async (_request, reply) => {
    const ready = await readiness.isReady().catch(() => false)
    return reply.status(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready' })
  })
  app.get('/metrics', open, async (request, reply) => {
    checkMayReadMetrics(request, metricsToken)
    return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics())
  })
}
