import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Slower answers are worth a line, in milliseconds. */
const slow = 1000

/** Levels at which every call is logged. */
const detailed = new Set(['debug', 'trace'])

/** The rest of these addresses is a secret: it opens a file or a mail to anyone who has it. */
const beforeKeys = /(\/(?:content|pages)\/).*$/i

/** The path of a call, without keys and names that open something or report someone. */
function pathOf({ url, routeOptions }: FastifyRequest): string {
  const { config, url: pattern } = routeOptions
  if (config.permission === 'public' && pattern?.includes(':')) return pattern
  const [path = ''] = url.split('?')
  return pattern === undefined ? path.replace(beforeKeys, '$1…') : path
}

const isStream = (reply: FastifyReply): boolean =>
  String(reply.getHeader('content-type')).startsWith('text/event-stream')

const lineOf = (request: FastifyRequest, reply: FastifyReply, milliseconds: number) => ({
  method: request.method,
  url: pathOf(request),
  status: reply.statusCode,
  milliseconds,
  userId: request.actor?.userId,
})

/** One line for each call, with its request id: those that failed or were slow at info, the rest at debug. */
export function logCalls(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    const milliseconds = Math.round(reply.elapsedTime)
    // One line reports all that are refused while there are too many.
    const isRefused = request.admitted?.isRefused === true
    const isNotable = (reply.statusCode >= 400 && !isRefused) || (milliseconds > slow && !isStream(reply))
    if (isNotable) request.log.info(lineOf(request, reply, milliseconds), 'call')
    // Most calls are worth no line: what it would say is not put together.
    else if (detailed.has(request.log.level)) request.log.debug(lineOf(request, reply, milliseconds), 'call')
    done()
  })
}
