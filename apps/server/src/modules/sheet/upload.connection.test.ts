import { Agent, request, type RequestOptions } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'

let app: TestApp
let admin: Client
let port: number
const agent = new Agent({ keepAlive: true, maxSockets: 1 })

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
  await app.application.app.listen({ port: 0, host: '127.0.0.1' })
  port = (app.application.app.server.address() as AddressInfo).port
})
afterAll(async () => {
  agent.destroy()
  await app.stop()
})

/** A call over the one connection there is; resolves with its status. */
function call(options: RequestOptions, body?: Buffer): Promise<number | undefined> {
  const headers = { authorization: `Bearer ${admin.token}`, ...options.headers }
  return new Promise((resolve, reject) => {
    const sent = request({ ...options, port, agent, headers, timeout: 5000 }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode))
    })
    sent.on('timeout', () => sent.destroy(new Error('Nothing was answered')))
    sent.on('error', reject)
    sent.end(body)
  })
}

it('a body that is refused in its middle holds up nothing that follows on the connection', async () => {
  const { body } = await admin.post('core/entity/bulk/uploads', { fileName: 'a.csv', size: 10 })
  const path = `/api/core/entity/bulk/uploads/${body.data.uploadId}`
  const headers = { 'content-type': 'application/octet-stream' }
  const tooMuch = Buffer.alloc(2_000_000, 'x')
  expect(await call({ method: 'PATCH', path: `${path}?offset=0`, headers }, tooMuch)).toBe(413)
  expect(await call({ method: 'GET', path })).toBe(200)
})
