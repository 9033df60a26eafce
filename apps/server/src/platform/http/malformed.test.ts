import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { errorSchema } from '@steward/contracts/api'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { answerMalformed } from './malformed.ts'

let app: FastifyInstance

beforeAll(async () => {
  app = Fastify({
    clientErrorHandler: answerMalformed,
    http: { headersTimeout: 200, connectionsCheckingInterval: 50 },
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => app.close())

/** The server's answer to bytes on a connection, until it hangs up. */
async function answerTo(bytes: string): Promise<{ status: number; reason: string }> {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(bytes)
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n')
  expect(head).toContain(`content-length: ${Buffer.byteLength(body)}`)
  return { status: Number(head.split(' ')[1]), reason: errorSchema.parse(JSON.parse(body)).reason }
}

it.each([
  [
    'headers that are too long',
    `GET / HTTP/1.1\r\nhost: a\r\nx: ${'a'.repeat(20_000)}\r\n\r\n`,
    431,
    'request.headers_too_large',
  ],
  ['what is no HTTP', 'Good morning\r\n\r\n', 400, 'request.malformed'],
  ['headers that never end', 'GET / HTTP/1.1\r\nhost: a\r\n', 408, 'request.too_slow'],
])('answers %s like every failure', async (_what, bytes, status, reason) => {
  expect(await answerTo(bytes)).toEqual({ status, reason })
})
