import { Writable } from 'node:stream'
import Fastify, { LogController } from 'fastify'
import { expect, it } from 'vitest'
import { logCalls } from './log-calls.ts'

/** The addresses that are logged of calls. */
async function logged(...calls: { method?: 'GET' | 'POST' | 'HEAD'; url: string }[]): Promise<string[]> {
  const lines: string[] = []
  const stream = new Writable({
    write(line, _, done) {
      lines.push(String(line))
      done()
    },
  })
  const app = Fastify({
    logger: { level: 'debug', stream },
    logController: new LogController({ disableRequestLogging: true }),
    routerOptions: { ignoreTrailingSlash: true },
  })
  logCalls(app)
  app.setNotFoundHandler((_, reply) => reply.status(404).send())
  const isPublic = { config: { permission: 'public' as const } }
  app.get('/api/file-management/files/content/:token', isPublic, async () => 'bytes')
  app.get('/api/identity/oidc/callback', isPublic, async () => 'in')
  app.get('/api/core/:level/:id', { config: { permission: 'record.read' } }, async () => 'a record')
  for (const call of calls) await app.inject({ method: 'GET', ...call })
  await app.close()
  expect(lines.join('')).not.toMatch(/secret|s%65cret/)
  return lines.map((line) => JSON.parse(line)).flatMap(({ msg, url }) => (msg === 'call' ? [url] : []))
}

const content = '/api/file-management/files/content'

it('names no key that stands in the address of a file or a mail, also where no route takes it', async () => {
  const found = await logged(
    { url: `${content}/secret-key?download=1` },
    { url: `${content}/s%65cret-key/` },
    { method: 'HEAD', url: `${content}/secret-key` },
    { method: 'POST', url: `${content}/secret-key` },
    { url: `${content}/secret-key/more` },
    { url: '/api/email-v3/pages/secret-key' },
  )
  const pattern = `${content}/:token`
  const cut = `${content}/…`
  expect(found).toEqual([pattern, pattern, pattern, cut, cut, '/api/email-v3/pages/…'])
})

it('names the address of any other call, without its query', async () => {
  const found = await logged(
    { url: '/api/identity/oidc/callback?code=secret' },
    { url: '/api/core/accounts/7' },
    { url: '/api/nowhere?x=secret' },
  )
  expect(found).toEqual(['/api/identity/oidc/callback', '/api/core/accounts/7', '/api/nowhere'])
})
