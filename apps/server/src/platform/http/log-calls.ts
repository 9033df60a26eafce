import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Slower answers are worth a line, in milliseconds. */
const slow = 1000

/** The rest of these addresses is a secret: it opens a file or a mail to anyone who has it. */
const beforeKeys = /(\/(?:content|pages)\/).*$/i

/** The path of a call, without keys and names that open something or report someone. */
function pathOf({ url, routeOptions }: FastifyRequest): string {
  const { config, url: pattern } = routeOptions
  if (config.permission === 'public' && pattern?.includes(':')) return pattern
  const [path = ''] = url.split('?')
  return pattern === undefined ? path.replace(beforeKeys, '$1…') : path
}

/** One line for each call, with its request id: those that failed or were slow at info, the rest at debug. */
export function logCalls(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { method, actor } = request
    const milliseconds = Math.round(reply.elapsedTime)
    const isStream = String(reply.getHeader('content-type')).startsWith('text/event-stream')
    // One line reports all that are refused while there are too many.
    const isRefused = request.admitted?.isRefused === true
    const isNotable = (reply.statusCode >= 400 && !isRefused) || (milliseconds > slow && !isStream)
    const line = {
      method,
      url: pathOf(request),
      status: reply.statusCode,
      milliseconds,
      userId: actor?.userId,
    }
    if (isNotable) request.log.info(line, 'call')
    else request.log.debug(line, 'call')
    done()
  })
}
