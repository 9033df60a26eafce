import type { FastifyInstance, FastifyReply } from 'fastify'
import { AppError } from '../errors.ts'
import type { SmallPage } from '../small-page.ts'

type AddRoutes = (api: FastifyInstance) => void

/**
 * Adds calls that pages of other origins make, without cookies or sign-in. Their JSON may come as text, for which
 * browsers ask no leave before.
 */
export function addFromPages(api: FastifyInstance, addRoutes: AddRoutes): void {
  api.register(async (pages) => {
    pages.addContentTypeParser('text/plain', { parseAs: 'string' }, (_request, body, done) => {
      try {
        done(null, JSON.parse(String(body)))
      } catch {
        done(new AppError('invalid_input', 'request.json', 'Send the body as JSON.'))
      }
    })
    pages.addHook('onRequest', async (_request, reply) => {
      reply.headers({ 'access-control-allow-origin': '*', 'cache-control': 'no-store' })
    })
    addRoutes(pages)
  })
}

/** Adds calls to which mail programs post forms, and pages texts, of which the address says everything. */
export function addFromForms(api: FastifyInstance, addRoutes: AddRoutes): void {
  api.register(async (forms) => {
    forms.addContentTypeParser(
      ['application/x-www-form-urlencoded', 'text/plain'],
      { parseAs: 'string', bodyLimit: 1000 },
      (_request, _body, done) => done(null, undefined),
    )
    addRoutes(forms)
  })
}

/** Answers with a page for people who aren't signed in. */
export function sendSmallPage(reply: FastifyReply, { html, policy }: SmallPage): FastifyReply {
  reply.headers({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy,
    'cache-control': 'private, no-store',
  })
  return reply.send(html)
}
