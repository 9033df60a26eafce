import type { FastifyReply } from 'fastify'
import type { SmallPage } from '../small-page.ts'

export function sendSmallPage(reply: FastifyReply, { html, policy }: SmallPage): FastifyReply {
  reply.headers({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy,
    'cache-control': 'private, no-store',
  })
  return reply.send(html)
}
