import { changeHeartbeat, changeStreamQuery } from '@steward/contracts/change-feed'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { route } from '../../platform/http/route.ts'
import type { ChangeFeed } from './change-feed.service.ts'

/** The last event the reader received, as browsers and their libraries send it. */
function lastEventId(request: FastifyRequest): number | undefined {
  const id = Number(request.headers['last-event-id'])
  return Number.isSafeInteger(id) && id > 0 ? id : undefined
}

export function addChangeFeedRoutes(api: FastifyInstance, feed: ChangeFeed): void {
  // Open streams would keep the server from closing.
  api.addHook('preClose', async () => feed.stop())
  route(api, {
    method: 'GET',
    url: '/core/changes/stream',
    operationId: 'followChanges',
    summary: 'Stream changes as they happen',
    description: `Server-sent events. \`change\` carries a ChangeNotice; \`notifications\` means that the reader has other notifications than before; \`reset\` means that events may have been missed, so reload what you show. A comment is sent every ${changeHeartbeat} seconds. The stream ends with the access token; reconnect with a new one and the header Last-Event-ID to resume. When you have no ID yet, say with \`age\` how old the data is that you show.`,
    tag: 'records',
    permission: 'record.read',
    isOpen: true,
    query: changeStreamQuery,
    response: z.unknown().meta({ description: 'text/event-stream' }),
    errors: [429],
    handle: async ({ actor, query, request, reply }) => {
      const token = request.headers.authorization?.slice('Bearer '.length) ?? ''
      const stream = await feed.follow(actor, token, { lastId: lastEventId(request), age: query.age })
      reply.type('text/event-stream; charset=utf-8')
      reply.header('cache-control', 'no-store').header('x-accel-buffering', 'no')
      return reply.send(stream)
    },
  })
}
