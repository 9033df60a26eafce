import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'

export interface Readiness {
  /** True when the database answers and is migrated. */
  isReady(): Promise<boolean>
}

/** /healthz: the process lives. /readyz: it can serve. /metrics: for Prometheus. */
export function serveOperations(app: FastifyInstance, readiness: Readiness): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'steward_' })
  const durations = new Histogram({
    name: 'steward_http_request_duration_seconds',
    help: 'Time to answer, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [registry],
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown'
    durations.labels(request.method, route, String(reply.statusCode)).observe(reply.elapsedTime / 1000)
  })
  const open = { config: { permission: 'public' as const }, schema: { hide: true } }
  app.get('/healthz', open, async () => ({ status: 'alive' }))
  app.get('/readyz', open, async (_request, reply) => {
    const ready = await readiness.isReady().catch(() => false)
    return reply.status(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready' })
  })
  app.get('/metrics', open, async (_request, reply) =>
    reply.type(registry.contentType).send(await registry.metrics()),
  )
}
