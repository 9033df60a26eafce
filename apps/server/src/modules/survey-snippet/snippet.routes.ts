import { snippetScriptParams, snippetVersionSchema } from '@steward/contracts/survey/snippet'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { publicRoute } from '../../platform/http/route.ts'
import type { Snippet } from './snippet.service.ts'

const tag = 'survey-snippet'
const response = z.unknown().meta({ description: 'text/javascript' })
const limit = { max: 600, timeWindow: 60_000 }

/** Browsers ask again after 5 minutes, and use the old script while they do, for a day. */
const short = 'public, max-age=300, stale-while-revalidate=86400'
const forGood = 'public, max-age=31536000, immutable'

/** Pages of every origin load the script, with an integrity attribute or without. */
const headers = {
  'content-type': 'text/javascript; charset=utf-8',
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  vary: 'accept-encoding',
}

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  { version, script, compressed }: Snippet,
  cacheControl: string,
): FastifyReply {
  const etag = `"${version}"`
  reply.headers({ ...headers, etag, 'cache-control': cacheControl })
  if (request.headers['if-none-match'] === etag) return reply.code(304).send()
  if (!/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) return reply.send(script)
  return reply.header('content-encoding', 'gzip').send(compressed)
}

export function addSnippetRoutes(api: FastifyInstance, snippet: () => Promise<Snippet>): void {
  const calls = { method: 'GET', tag, rateLimit: limit, errors: [429] } as const
  publicRoute(api, {
    ...calls,
    url: '/survey-snippet.js',
    operationId: 'readSurveySnippet',
    summary: 'Get the script that shows surveys on the pages of a company',
    response,
    handle: async ({ request, reply }) => send(request, reply, await snippet(), short),
  })
  publicRoute(api, {
    ...calls,
    url: '/survey-snippet/:script',
    operationId: 'readSurveySnippetVersion',
    summary: 'Get a version of the script, which browsers may keep for good',
    description:
      'The version that is not served any more is answered with the present script, so that pages with an old address still work.',
    params: snippetScriptParams,
    response,
    handle: async ({ request, reply, params }) => {
      const found = await snippet()
      return send(request, reply, found, params.script === `${found.version}.js` ? forGood : short)
    },
  })
  publicRoute(api, {
    ...calls,
    url: '/survey-snippet',
    operationId: 'findSurveySnippet',
    summary: 'Get the present version of the script, with its address and its integrity',
    response: snippetVersionSchema,
    handle: async () => {
      const { version, integrity, script } = await snippet()
      return { data: { version, integrity, path: `/api/survey-snippet/${version}.js`, bytes: script.length } }
    },
  })
}
