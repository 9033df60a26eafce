import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { notFoundBody } from './failure.ts'

const distFolder = join(import.meta.dirname, '../../../../web/dist')
const year = 365 * 24 * 3600

/** When the web application was built; the browser compares it with its own build. */
function buildDateOf(folder: string): string {
  const path = join(folder, 'meta.json')
  if (!existsSync(path)) return new Date(0).toISOString()
  return (JSON.parse(readFileSync(path, 'utf8')) as { buildDate: string }).buildDate
}

/** Where the privacy policy and the terms of service are, if anyone who runs this Steward has any. */
export interface LegalAddresses {
  privacyUrl: string | undefined
  termsUrl: string | undefined
}

/**
 * Serves the built web application: hashed assets for a year, survey.html for people who answer surveys,
 * the users' guide below /guide/, index.html for every other page address, and /meta.json. Returns the hashes of inline scripts in index.html for the content policy.
 */
export async function serveWebApp(
  app: FastifyInstance,
  legal: LegalAddresses,
  folder = distFolder,
): Promise<void> {
  const buildDate = buildDateOf(folder)
  app.get(
    '/meta.json',
    { config: { permission: 'public', gate: 'open' }, schema: { hide: true } },
    async (_request, reply) => reply.header('cache-control', 'no-store').send({ buildDate, ...legal }),
  )
  if (!existsSync(folder)) {
    app.setNotFoundHandler((request, reply) => reply.status(404).send(notFoundBody(request)))
    return
  }
  await app.register(fastifyStatic, {
    root: folder,
    preCompressed: true,
    // As a list: a single name isn't found packed in folders.
    index: ['index.html'],
    setHeaders: (reply, path) => {
      const isHashed = path.includes('/assets/')
      reply.header('cache-control', isHashed ? `public, max-age=${year}, immutable` : 'no-cache')
    },
  })
  app.setNotFoundHandler((request, reply) => {
    const isPage =
      (request.method === 'GET' || request.method === 'HEAD') &&
      !request.url.startsWith('/api') &&
      !request.url.startsWith('/assets')
    if (!isPage) return reply.status(404).send(notFoundBody(request))
    const file = request.url.startsWith('/survey/') ? 'survey.html' : 'index.html'
    return reply.header('cache-control', 'no-cache').sendFile(file)
  })
}

/** Content-policy hashes of the inline scripts in index.html. */
export function inlineScriptHashes(folder = distFolder): string[] {
  const path = join(folder, 'index.html')
  if (!existsSync(path)) return []
  const scripts = readFileSync(path, 'utf8').matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)
  return [...scripts].map(
    ([, text]) =>
      `'sha256-${createHash('sha256')
        .update(text ?? '')
        .digest('base64')}'`,
  )
}
