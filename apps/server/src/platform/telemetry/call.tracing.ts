import { context, propagation, SpanKind, SpanStatusCode, trace, type Context } from '@opentelemetry/api'
import type { FastifyInstance, FastifyRequest } from 'fastify'

const tracer = trace.getTracer('steward')
const contexts = new WeakMap<FastifyRequest, Context>()

/** Calls of the API; an answer without end is no call that took hours. */
function isTraced({ routeOptions: { url }, headers }: FastifyRequest): boolean {
  return url?.startsWith('/api/') === true && headers.accept !== 'text/event-stream'
}

function begin(request: FastifyRequest): Context {
  const { method, routeOptions, headers, id } = request
  const route = routeOptions.url ?? 'unknown'
  const parent = propagation.extract(context.active(), headers)
  const span = tracer.startSpan(
    `${method} ${route}`,
    {
      kind: SpanKind.SERVER,
      attributes: { 'http.request.method': method, 'http.route': route, 'steward.request_id': id },
    },
    parent,
  )
  return trace.setSpan(parent, span)
}

/** Makes a span of each call, which continues the trace of anyone who passed it on. */
export function traceCalls(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (!isTraced(request)) return done()
    const ours = begin(request)
    contexts.set(request, ours)
    context.with(ours, done)
  })
  // The body came by events of the connection, which know nothing of the call.
  app.addHook('preValidation', (request, _reply, done) => {
    const ours = contexts.get(request)
    if (ours) context.with(ours, done)
    else done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const ours = contexts.get(request)
    const span = ours && trace.getSpan(ours)
    span?.setAttribute('http.response.status_code', reply.statusCode)
    if (request.actor) span?.setAttribute('steward.tenant_id', request.actor.tenantId)
    if (reply.statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR })
    span?.end()
    done()
  })
}
