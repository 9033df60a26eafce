import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import rateLimit from '@fastify/rate-limit'
import Fastify, { LogController, type FastifyInstance } from 'fastify'
import { createSerializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { AppError } from '../errors.ts'
import { JsonText } from '../json-text.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import { refuseWideBodies } from './body-width.ts'
import { admitCalls } from './admit-calls.ts'
import type { Admission } from './admission.ts'
import { auditCalls, type CallAudit } from './audit-calls.ts'
import { authenticateCalls, type FindActor } from './authenticate.ts'
import { describeApi } from './describe.ts'
import { answerUnrouted, handleFailures } from './failure.ts'
import { useInputTexts } from './input-texts.ts'
import { logCalls } from './log-calls.ts'
import { answerMalformed } from './malformed.ts'
import { serveOperations, type Readiness } from './operations.ts'
import { securityHeaders } from './security-headers.ts'
import { inlineScriptHashes, serveWebApp, type LegalAddresses } from './web-app.ts'

export interface ServerOptions {
  logLevel: string
  /** Check every answer against its schema; tests do. */
  validateResponses: boolean
  /** Proxies whose word counts on where a call comes from. */
  trustedProxies: string[]
  admission: Admission
  findActor: FindActor
  legal: LegalAddresses
  audit: CallAudit
  readiness: Readiness
  metrics: Metrics
  /** Makes traces of calls; undefined: no one wants them. */
  traceCalls: ((app: FastifyInstance) => void) | undefined
  /** Whether the process is about to stop: who keeps a connection is asked to take another. */
  isLeaving: () => boolean
  /** The token with which other machines read /metrics; undefined: none can. */
  metricsToken: string | undefined
  /** Adds the modules' routes, below /api. */
  addRoutes: (api: FastifyInstance) => void
}

/** A request is here, with its body, after so long: 25 MB over a slow line. Milliseconds, as all of these. */
const longestRequest = 300_000
const longestHeaders = 15_000
/** A connection on which nothing moves in either direction, though a call is at work, is closed. */
const longestSilence = 120_000
/** How often it is looked for them. */
const lookEvery = 5000

const redacted = ['req.headers.authorization', 'req.headers.cookie', 'res.headers["set-cookie"]']

async function protect(app: FastifyInstance): Promise<void> {
  await app.register(rateLimit, { global: false })
  await app.register(cookie)
  await app.register(compress, {
    threshold: 2048,
    encodings: ['gzip'],
    zlibOptions: { level: 1 },
    globalDecompression: false,
  })
}

/** A body comes as it is: what is let in by its size must not be larger than it said. */
function refuseCompressed(app: FastifyInstance): void {
  app.addHook('preParsing', (request, _reply, payload, done) => {
    const { 'content-encoding': encoding = 'identity' } = request.headers
    if (encoding === 'identity' || request.method === 'GET') return done(null, payload)
    const message = 'Send the body uncompressed.'
    done(new AppError('unsupported', 'request.compressed', message))
  })
}

/** JSON texts may be long: as bytes they are encoded once, without room for the longest possible encoding. */
function writeAnswer(answer: unknown): string {
  if (!(answer instanceof JsonText)) return JSON.stringify(answer)
  // Fastify sends bytes too; its type of a serializer does not say so.
  return Buffer.from(answer.text) as unknown as string
}

/** Writes answers, and checks each against its schema. */
function checkingSerializers(): ReturnType<typeof createSerializerCompiler> {
  const compile = createSerializerCompiler()
  return (route) => {
    const write = compile(route)
    return (answer) => write(answer instanceof JsonText ? answer.read() : answer)
  }
}

/** Builds the HTTP server. The caller listens, or injects requests. */
export async function buildServer(options: ServerOptions): Promise<FastifyInstance> {
  useInputTexts()
  const headers = securityHeaders(inlineScriptHashes())
  const app = Fastify({
    logger: { level: options.logLevel, redact: redacted },
    requestIdHeader: false,
    genReqId: () => crypto.randomUUID(),
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: 16 * 1024 * 1024,
    requestTimeout: longestRequest,
    connectionTimeout: longestSilence,
    http: { headersTimeout: longestHeaders, connectionsCheckingInterval: lookEvery },
    trustProxy: options.trustedProxies,
    // Calls on connections that are still open are answered as usual.
    return503OnClosing: false,
    frameworkErrors: answerUnrouted(headers),
    clientErrorHandler: answerMalformed,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
  })
  // Fastify takes plain text of itself; no call of ours does.
  app.removeContentTypeParser('text/plain')
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(options.validateResponses ? checkingSerializers() : () => writeAnswer)
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers).header('x-request-id', request.id)
    // Answers of the API are for one caller at one moment; routes that send bytes set their own header.
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store')
    if (options.isLeaving()) reply.header('connection', 'close')
    done()
  })
  options.traceCalls?.(app)
  logCalls(app)
  handleFailures(app)
  await protect(app)
  await describeApi(app)
  refuseCompressed(app)
  authenticateCalls(app, options.findActor, options.audit.refused)
  refuseWideBodies(app)
  auditCalls(app, options.audit)
  admitCalls(app, options.admission)
  serveOperations(app, options.readiness, options.metrics, options.metricsToken)
  await app.register(async (api) => options.addRoutes(api), { prefix: '/api' })
  await serveWebApp(app, options.legal)
  return app
}
