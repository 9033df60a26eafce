import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import Fastify, { type FastifyInstance } from 'fastify'
import { validatorCompiler } from 'fastify-type-provider-zod'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createSnippetReader } from './snippet.service.ts'
import { addSnippetRoutes } from './snippet.routes.ts'

const script = 'console.log("surveys")\n'
let folder: string
let file: string
let app: FastifyInstance

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'steward-snippet-'))
  file = join(folder, 'survey-snippet.js')
  app = Fastify()
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(() => (answer) => JSON.stringify(answer))
  addSnippetRoutes(app, createSnippetReader(file))
  await app.ready()
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

const get = (url: string, headers = {}) => app.inject({ method: 'GET', url, headers })

it('is a script that only says what to do where the web application is not built', async () => {
  const missing = await get('/survey-snippet.js')
  expect([missing.statusCode, missing.body]).toEqual([
    200,
    '// The web application of Steward is not built. Run npm run build.\n',
  ])
  writeFileSync(file, script)
  const built = await get('/survey-snippet.js')
  expect([built.statusCode, built.body]).toEqual([200, script])
})

it('may be loaded by pages of every origin, and is asked for again soon', async () => {
  const { headers } = await get('/survey-snippet.js')
  expect(headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'cache-control': 'public, max-age=300, stale-while-revalidate=86400',
  })
  const again = await get('/survey-snippet.js', { 'if-none-match': headers.etag })
  expect([again.statusCode, again.body]).toEqual([304, ''])
})

it('is sent compressed to browsers that take it', async () => {
  const { headers, rawPayload } = await get('/survey-snippet.js', { 'accept-encoding': 'br, gzip' })
  expect(headers['content-encoding']).toBe('gzip')
  expect(gunzipSync(rawPayload).toString()).toBe(script)
})

it('has a version that browsers keep for good, and whose integrity they can check', async () => {
  const { data } = (await get('/survey-snippet')).json()
  expect(data.integrity).toBe(`sha384-${createHash('sha384').update(script).digest('base64')}`)
  const path = data.path.replace('/api', '')
  const version = await get(path)
  expect(version.body).toBe(script)
  expect(version.headers['cache-control']).toBe('public, max-age=31536000, immutable')

  writeFileSync(file, `${script}// new\n`)
  utimesSync(file, new Date(), new Date(Date.now() + 5000))
  const old = await get(path)
  expect([old.statusCode, old.body]).toEqual([200, `${script}// new\n`])
  expect(old.headers['cache-control']).toContain('max-age=300')
})
