import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { addressRefusedBy, createHttpOut } from './http-out.ts'

const resolved = vi.hoisted(() => ({ addresses: [] as { address: string; family: number }[] }))

vi.mock('node:dns', async (load) => {
  const real = await load<typeof import('node:dns')>()
  type Answer = (error: null, addresses: { address: string; family: number }[]) => void
  const lookup = (name: string, options: object, answer: Answer) =>
    name.endsWith('.example')
      ? answer(null, resolved.addresses)
      : real.lookup(name, options as never, answer as never)
  return { ...real, lookup }
})

let server: Server
let port: number
let calls = 0
let askedFor: string | undefined
const small = gzipSync('a few words')
const swelling = gzipSync(Buffer.alloc(64 * 1024 * 1024))

beforeAll(async () => {
  server = createServer((request, response) => {
    calls += 1
    askedFor = request.headers['accept-encoding']
    const packed = { '/small': small, '/swelling': swelling }[request.url ?? '']
    if (packed) response.writeHead(200, { 'content-encoding': 'gzip' }).end(packed)
    else if (request.url === '/away') response.writeHead(302, { location: '/' }).end()
    else response.end('inside')
  })
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening))
  port = (server.address() as AddressInfo).port
})
afterAll(() => server.close())

async function refusalOf(url: string): Promise<string | undefined> {
  const error: unknown = await createHttpOut(false)
    .fetch(url)
    .then(
      () => undefined,
      (failure: unknown) => failure,
    )
  return addressRefusedBy(error)?.message
}

describe('an address that somebody entered', () => {
  it.each([
    'https://127.0.0.1/',
    'https://127.1/',
    'https://2130706433/',
    'https://0x7f.0.0.1/',
    'https://0.0.0.0/',
    'https://10.1.2.3/',
    'https://100.64.0.1/',
    'https://172.16.0.1/',
    'https://192.168.1.1/',
    'https://169.254.169.254/latest/meta-data/',
    'https://224.0.0.1/',
    'https://255.255.255.255/',
    'https://[::1]/',
    'https://[::]/',
    'https://[fe80::1]/',
    'https://[fd00:ec2::254]/',
    'https://[::ffff:10.0.0.1]/',
    'https://[64:ff9b::a00:1]/',
    'https://[2002:a00:1::]/',
    'https://localhost/',
  ])('is refused inside of a private network: %s', async (url) => {
    expect(await refusalOf(url)).toContain('inside of a private network')
  })

  it.each(['http://93.184.215.14/', 'ftp://93.184.215.14/', 'file:///etc/passwd'])(
    'is refused without TLS: %s',
    async (url) => {
      expect(await refusalOf(url)).toContain('https://')
    },
  )

  it('is refused when its name leads inside, even as one of several', async () => {
    resolved.addresses = [
      { address: '93.184.215.14', family: 4 },
      { address: '127.0.0.1', family: 4 },
    ]
    expect(await refusalOf('https://rebinding.example/')).toContain('rebinding.example is an address inside')
  })

  it('is connected to at the very address that was checked, for clients of their own too', async () => {
    resolved.addresses = [{ address: '93.184.215.14', family: 4 }]
    const { lookup } = createHttpOut(false)
    const one = await new Promise((done) => lookup('public.example', {}, (...answer) => done(answer)))
    expect(one).toEqual([null, '93.184.215.14', 4])
    const all = await new Promise((done) =>
      lookup('public.example', { all: true }, (...answer) => done(answer)),
    )
    expect(all).toEqual([null, resolved.addresses])
    resolved.addresses = [{ address: '::1', family: 6 }]
    const refused = await new Promise((done) => lookup('public.example', {}, (error) => done(error)))
    expect(addressRefusedBy(refused)?.message).toContain('public.example')
  })

  it('may lie anywhere once the operator allows it', async () => {
    const answer = await createHttpOut(true).fetch(`http://localhost:${port}/`)
    expect(await answer.text()).toBe('inside')
  })

  it('does not lead on to another', async () => {
    const before = calls
    await expect(createHttpOut(true).fetch(`http://127.0.0.1:${port}/away`)).rejects.toThrow('fetch failed')
    expect(calls).toBe(before + 1)
  })
})

describe('an answer', () => {
  it('is asked for as it is, and read when it is compressed all the same', async () => {
    const headers = { accept: 'text/plain' }
    const answer = await createHttpOut(true).fetch(`http://127.0.0.1:${port}/small`, { headers })
    expect([answer.status, await answer.text(), askedFor]).toEqual([200, 'a few words', 'identity'])
  })

  it('that swells beyond two megabytes is not read to its end', async () => {
    expect(swelling.length).toBeLessThan(100_000)
    const before = process.memoryUsage().arrayBuffers
    const answer = await createHttpOut(true).fetch(`http://127.0.0.1:${port}/swelling`)
    await expect(answer.text()).rejects.toThrow('more than 2097152 bytes')
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(32 * 1024 * 1024)
  })
})
