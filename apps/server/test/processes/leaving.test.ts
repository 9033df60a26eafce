import { request, Agent, type IncomingMessage } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Application } from '../../src/application.ts'
import { startAnother } from '../another-process.ts'
import { startTestApp, type Client, type TestApp } from '../harness.ts'

let test: TestApp
let admin: Client
let leaving: Application
let port: number

beforeAll(async () => {
  test = await startTestApp()
  admin = await test.as('administrator')
  leaving = await startAnother(test)
  await leaving.app.listen({ port: 0, host: '127.0.0.1' })
  port = (leaving.app.server.address() as AddressInfo).port
})
afterAll(() => test.stop())

const agent = new Agent({ keepAlive: true, maxSockets: 1 })

async function get(path: string): Promise<IncomingMessage> {
  const call = request({ port, path, agent, headers: { authorization: `Bearer ${admin.token}` } })
  call.end()
  const [answer] = (await once(call, 'response')) as [IncomingMessage]
  answer.resume()
  await once(answer, 'end')
  return answer
}

it('a process that leaves says so, answers what still comes, and asks for kept connections to be given up', async () => {
  const before = await get('/readyz')
  expect([before.statusCode, before.headers.connection]).toEqual([200, 'keep-alive'])
  // Under way while the process is asked to stop: a body that is not complete yet.
  const slow = request({
    port,
    path: '/api/core/organizations',
    method: 'POST',
    headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
  })
  slow.write('{"globalFields":{"name":')
  await once(slow, 'socket').then(([socket]) => socket.connecting && once(socket, 'connect'))
  const closed = leaving.close(3000)
  const ready = await get('/readyz')
  expect([ready.statusCode, ready.headers.connection]).toEqual([503, 'close'])
  expect((await get('/healthz')).statusCode).toBe(200)
  const call = await get('/api/core/organizations?pageSize=1')
  expect([call.statusCode, call.headers.connection]).toEqual([200, 'close'])
  let isClosed = false
  void closed.then(() => (isClosed = true))
  await expect.poll(() => get('/healthz').catch(String)).toMatch(/ECONNREFUSED/)
  expect(isClosed).toBe(false)
  slow.end('"In flight"}}')
  const [answer] = (await once(slow, 'response')) as [IncomingMessage]
  answer.resume()
  expect(answer.statusCode).toBe(200)
  await closed
  const { body } = await admin.get('core/organizations?query=In%20flight')
  expect(body.data).toHaveLength(1)
})
