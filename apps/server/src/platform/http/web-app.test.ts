import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { serveWebApp } from './web-app.ts'

const script = 'console.log("steward")\n'
const guide = '<!doctype html><title>Steward guide</title>'
let folder: string
let app: FastifyInstance

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'steward-web-'))
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Steward</title>')
  writeFileSync(join(folder, 'survey.html'), '<!doctype html><title>Survey</title>')
  mkdirSync(join(folder, 'guide'))
  writeFileSync(join(folder, 'guide/index.html'), guide)
  writeFileSync(join(folder, 'guide/index.html.br'), brotliCompressSync(guide))
  writeFileSync(join(folder, 'meta.json'), '{"buildDate":"2026-03-14T00:00:00.000Z"}')
  writeFileSync(join(folder, 'assets/main.js'), script)
  writeFileSync(join(folder, 'assets/main.js.br'), brotliCompressSync(script))
  app = Fastify()
  await serveWebApp(app, { privacyUrl: undefined, termsUrl: 'https://example.com/terms' }, folder)
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

const get = (url: string, headers = {}) => app.inject({ method: 'GET', url, headers })

it('sends the page for its own address and for every address in it', async () => {
  for (const url of ['/', '/?from=mail', '/accounts/12', '/accounts/', '/index.html']) {
    const { statusCode, headers, body } = await get(url)
    expect([url, statusCode, headers['cache-control']]).toEqual([url, 200, 'no-cache'])
    expect(body).toContain('<title>Steward</title>')
  }
  expect((await app.inject({ method: 'HEAD', url: '/' })).statusCode).toBe(200)
})

it('sends a page of its own to people who answer surveys', async () => {
  for (const url of ['/survey/a.1.2.x', '/survey/a.1.2.x?score=9', '/survey/a.1.2.x/unsubscribe']) {
    const { statusCode, body } = await get(url)
    expect([url, statusCode]).toEqual([url, 200])
    expect(body).toContain('<title>Survey</title>')
  }
  expect((await get('/surveys')).body).toContain('<title>Steward</title>')
})

it('sends the guide, packed where the browser takes that', async () => {
  for (const url of ['/guide/', '/guide', '/guide/?from=app']) {
    const plain = await get(url)
    expect([url, plain.body, plain.headers['cache-control']]).toEqual([url, guide, 'no-cache'])
    expect(plain.headers['content-type']).toContain('text/html')
    const packed = await get(url, { 'accept-encoding': 'br' })
    expect([url, packed.rawPayload]).toEqual([url, brotliCompressSync(guide)])
  }
  expect((await get('/guide/none')).body).toContain('<title>Steward</title>')
})

it('sends assets for a year, packed where the browser takes that', async () => {
  const plain = await get('/assets/main.js')
  expect(plain.body).toBe(script)
  expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  const packed = await get('/assets/main.js', { 'accept-encoding': 'br' })
  expect(packed.headers['content-encoding']).toBe('br')
  expect(packed.rawPayload).toEqual(brotliCompressSync(script))
})

it('sends an asset that was built after it began', async () => {
  writeFileSync(join(folder, 'assets/later.js'), script)
  expect((await get('/assets/later.js')).body).toBe(script)
})

it('has nothing where nothing is, and nothing above', async () => {
  for (const url of ['/assets/none.js', '/assets', '/assets/', '/api/none']) {
    expect([url, (await get(url)).statusCode]).toEqual([url, 404])
  }
  for (const url of ['/../package.json', '/%2e%2e/package.json', '/assets/..%2f..%2fpackage.json']) {
    expect((await get(url)).body).not.toContain('"name"')
  }
})

it('says when it was built', async () => {
  const { headers, body } = await get('/meta.json')
  expect(JSON.parse(body)).toEqual({
    buildDate: '2026-03-14T00:00:00.000Z',
    termsUrl: 'https://example.com/terms',
  })
  expect(headers['cache-control']).toBe('no-store')
})
