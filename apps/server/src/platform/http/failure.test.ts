import { request as startRequest } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import Fastify, { LogController } from 'fastify'
import { expect, it } from 'vitest'
import { handleFailures } from './failure.ts'

/** Calls a route that fails once its caller has left, or at once; answers the levels of what was logged. */
async function levelsOf(leaves: boolean, error: Error): Promise<number[]> {
  const lines: { level: number; msg: string }[] = []
  const stream = new Writable({
    write(line: Buffer, _encoding, done) {
      lines.push(JSON.parse(line.toString()))
      done()
    },
  })
  const app = Fastify({
    logger: { level: 'debug', stream },
    logController: new LogController({ disableRequestLogging: true }),
  })
  handleFailures(app)
  const failed = new Promise<void>((resolve) => {
    app.addContentTypeParser('text/plain', async (_request: unknown, body: NodeJS.ReadableStream) => {
      await text(body).catch(() => undefined)
      throw error
    })
    app.addHook('onError', async () => resolve())
    app.post('/', async () => 'done')
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const headers = { 'content-type': 'text/plain', 'content-length': '1000' }
  const sending = startRequest({ port, host: '127.0.0.1', method: 'POST', headers })
  sending.on('error', () => undefined)
  sending.write('half')
  await once(app.server, 'request')
  if (leaves) sending.destroy()
  else sending.end('x'.repeat(996))
  await failed
  await app.close()
  return lines.filter(({ msg }) => !msg.startsWith('Server listening')).map(({ level }) => level)
}

it('logs no fault where the caller left', async () => {
  expect(await levelsOf(true, new Error('premature close'))).toEqual([20])
  const cancelled = Object.assign(new Error('canceling statement due to user request'), { code: '57014' })
  expect(await levelsOf(true, cancelled)).toEqual([20])
})

it('logs what fails while the caller waits', async () => {
  expect(await levelsOf(false, new Error('broken'))).toEqual([50])
  const slow = Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' })
  expect(await levelsOf(false, slow)).toEqual([40])
})
