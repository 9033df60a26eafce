import compress from '@fastify/compress'
import helmet from '@fastify/helmet'
import rateLimit from '@fastify/rate-limit'
import underPressure from '@fastify/under-pressure'
import Fastify, { LogController, type FastifyInstance } from 'fastify'
import { createSerializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { authenticateCalls, type FindActor } from './authenticate.ts'
import { describeApi } from './describe.ts'
import { handleFailures } from './failure.ts'
import { serveOperations, type Readiness } from './operations.ts'
import { inlineScriptHashes, serveWebApp } from './web-app.ts'

export interface ServerOptions {
  logLevel: string
  /** Check every answer against its schema; tests do. */
  validateResponses: boolean
  findActor: FindActor
  readiness: Readiness
  /** Adds the modules' routes, below /api. */
  addRoutes: (api: FastifyInstance) => void
}

/** Slower answers are worth a line, in milliseconds. */
const slow = 1000

/** One line for each call, with its request id: those that failed or were slow at info, the rest at debug. */
function logCalls(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const { method, url, actor } = request
    const milliseconds = Math.round(reply.elapsedTime)
    const isNotable = reply.statusCode >= 400 || milliseconds > slow
    const line = {
      method,
      url: url.split('?')[0],
      status: reply.statusCode,
      milliseconds,
      userId: actor?.userId,
    }
    if (isNotable) request.log.info(line, 'call')
    else request.log.debug(line, 'call')
  })
}

const redacted = ['req.headers.authorization', 'req.headers.cookie']

async function protect(app: FastifyInstance): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...inlineScriptHashes()],
        styleSrc: ["'self'"],
        // Positions of windowed rows are style attributes set through the DOM, which needs no exception.
        imgSrc: ["'self'", 'data:', 'blob:'],
        connectSrc: ["'self'"],
        fontSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        upgradeInsecureRequests: null,
      },
    },
    // TLS ends at the operator's proxy, which sets this header where it is true.
    strictTransportSecurity: false,
  })
  await app.register(rateLimit, { global: false })
  await app.register(underPressure, {
    maxEventLoopDelay: 5000,
    message: 'Steward is busy. Try again in a moment.',
    retryAfter: 5,
  })
  await app.register(compress, { threshold: 2048, encodings: ['gzip'], zlibOptions: { level: 1 } })
}

/** Builds the HTTP server. The caller listens, or injects requests. */
export async function buildServer(options: ServerOptions): Promise<FastifyInstance> {
  const app = Fastify({
    logger: { level: options.logLevel, redact: redacted },
    requestIdHeader: false,
    genReqId: () => crypto.randomUUID(),
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: 16 * 1024 * 1024,
    trustProxy: 'loopback',
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
  })
  // Fastify takes plain text of itself; no call of ours does.
  app.removeContentTypeParser('text/plain')
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(
    options.validateResponses ? createSerializerCompiler() : () => (data) => JSON.stringify(data),
  )
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  logCalls(app)
  handleFailures(app)
  await protect(app)
  await describeApi(app)
  authenticateCalls(app, options.findActor)
  serveOperations(app, options.readiness)
  await app.register(async (api) => options.addRoutes(api), { prefix: '/api' })
  await serveWebApp(app)
  return app
}
