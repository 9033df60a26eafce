import type { FastifyInstance } from 'fastify'
import { AppError } from '../../platform/errors.ts'

/**
 * Adds calls that pages of other origins make. Their JSON may come as text, for which browsers ask no leave before, and
 * mail programs post forms, of which the address says everything.
 */
export function addFromPages(api: FastifyInstance, addRoutes: (pages: FastifyInstance) => void): void {
  api.register(async (pages) => {
    pages.addContentTypeParser('text/plain', { parseAs: 'string' }, (_request, body, done) => {
      try {
        done(null, JSON.parse(String(body)))
      } catch {
        done(new AppError('invalid_input', 'request.json', 'Send the body as JSON.'))
      }
    })
    pages.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 1000 },
      (_request, _body, done) => done(null, undefined),
    )
    pages.addHook('onRequest', async (_request, reply) => {
      reply.headers({
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
        'cache-control': 'no-store',
      })
    })
    addRoutes(pages)
  })
}
