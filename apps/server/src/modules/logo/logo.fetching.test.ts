import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { invalid } from '../../platform/errors.ts'
import { createHttpOut } from '../../platform/http-out/http-out.ts'
import { createParserPool } from '../../platform/parsing/parser-pool.ts'
import { parsePicture } from '../file/image.reading.ts'
import { png } from '../file/image.fixture.ts'
import { createLogoFetching } from './logo.fetching.ts'

type Reply = Buffer | string | ((response: ServerResponse) => void)

/** A website on this machine; what is not among its pages is 404. */
let pages: Record<string, Reply> = {}
let asked: string[] = []
let stored: Buffer[] = []
let server: Server
const parsers = createParserPool()
const guarded = createHttpOut(false)
const signal = new AbortController().signal

/** Requests for acme.example reach the website; all others go through the guard. */
const http = {
  async fetch(url: string | URL, init?: RequestInit): Promise<Response> {
    const { host, pathname } = new URL(url)
    if (host !== 'acme.example') return guarded.fetch(url, init)
    const { port } = server.address() as AddressInfo
    return createHttpOut(true).fetch(`http://127.0.0.1:${port}${pathname}`, init)
  },
}

async function store(bytes: Uint8Array): Promise<string> {
  const output = parsePicture({ bytes, most: 600 })
  if ('unfit' in output) throw invalid('image.unfit', { image: output.unfit })
  stored.push(Buffer.from(bytes))
  return `image ${stored.length}`
}

const fetchLogo = createLogoFetching({ http, parsers, store })

beforeAll(async () => {
  server = createServer((request, response) => {
    const path = request.url ?? ''
    asked.push(path)
    const reply = pages[path]
    if (typeof reply === 'function') reply(response)
    else response.writeHead(reply === undefined ? 404 : 200).end(reply)
  })
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening))
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await parsers.close()
})
beforeEach(() => {
  ;[pages, asked, stored] = [{}, [], []]
})

const redirect =
  (location: string): Reply =>
  (response) =>
    response.writeHead(302, { location }).end()

const logo = png(180, 180)

it('is the largest icon that the page names', async () => {
  pages = {
    '/': `<!doctype html><head><link rel="shortcut icon" href="/small.png" sizes="16x16">
      <link rel="icon" type="image/svg+xml" href="/mark.svg"><link rel="ICON" sizes="32x32 512x512" href="big.png?v=2&amp;x=1">
      <link rel="icon" href="https://acme.example/huge.png" sizes="4096x4096"><script><link rel="icon" href="/no.png"></script>`,
    '/big.png': logo,
  }
  expect(await fetchLogo('acme.example', signal)).toEqual({ state: 'found', imageUid: 'image 1' })
  expect([stored, asked]).toEqual([[logo], ['/', '/big.png']])
})

it('is at the usual places where the page names none, cannot be read, or leads on', async () => {
  pages = { '/': redirect('https://acme.example/en'), '/en': '<p>Hello', '/favicon.ico': logo }
  expect(await fetchLogo('acme.example', signal)).toMatchObject({ state: 'found' })
  expect(asked).toEqual(['/', '/en', '/apple-touch-icon.png', '/favicon.ico'])
  pages = { '/apple-touch-icon.png': redirect('/real.png'), '/real.png': logo }
  expect(await fetchLogo('acme.example', signal)).toMatchObject({ state: 'found' })
})

it.each<[string, Reply]>([
  ['a drawing with a script', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
  ['a page', '<!doctype html><script>alert(1)</script>'],
  ['nothing', ''],
  ['a picture that is cut off', logo.subarray(0, logo.length - 5)],
  ['30,000 pixels across', png(30_000, 10)],
  ['a picture of more than half a megabyte', png(9, 9, 600_000)],
  [
    'an answer that swells',
    (response) =>
      void response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(9_000_000))),
  ],
  ['a way into the network', redirect('https://127.0.0.1/logo.png')],
  ['a way to what clouds know of their machines', redirect('https://169.254.169.254/latest/meta-data/')],
  ['a way without TLS', redirect('http://acme.example/logo.png')],
  ['a way to a file', redirect('file:///etc/passwd')],
  ['a way that never ends', redirect('/apple-touch-icon.png')],
  [
    'an answer that breaks off',
    (response) => {
      response.writeHead(200, { 'content-length': '100' })
      response.flushHeaders()
      response.destroy()
    },
  ],
])('is none for %s', async (_, reply) => {
  pages = { '/': '<link rel=icon>', '/apple-touch-icon.png': reply }
  expect(await fetchLogo('acme.example', signal)).toEqual({ state: 'none' })
  expect(stored).toEqual([])
})

it('is read from the beginning of a page without an end', async () => {
  pages = {
    '/': (response) => {
      response.write('<link rel="icon" href="/logo.png">')
      const more = () => {
        while (response.write('<b>'.repeat(20_000)));
      }
      response.on('drain', more)
      more()
    },
    '/logo.png': logo,
  }
  expect(await fetchLogo('acme.example', signal)).toMatchObject({ state: 'found' })
})

it('is asked for again where the website lies inside of the network or does not answer', async () => {
  pages = { '/': redirect('https://10.1.2.3/') }
  expect(await fetchLogo('acme.example', signal)).toEqual({ state: 'unreachable' })
  expect(await fetchLogo('localhost', signal)).toEqual({ state: 'unreachable' })
  pages = { '/': (response) => void response.destroy() }
  expect(await fetchLogo('acme.example', signal)).toEqual({ state: 'unreachable' })
})

it('ends when the process does', async () => {
  const stopping = new AbortController()
  pages = { '/': () => stopping.abort() }
  expect(await fetchLogo('acme.example', stopping.signal)).toEqual({ state: 'unreachable' })
})
