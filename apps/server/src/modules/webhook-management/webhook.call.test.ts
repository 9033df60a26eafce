import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createHttpOut } from '../../platform/http-out/http-out.ts'
import { callEndpoint } from './webhook.call.ts'
import { newSecret, type Credentials } from './webhook.credentials.ts'
import { startReceiver, type Receiver } from './webhook.fixture.ts'
import { attemptResultOf } from './webhook.transport.ts'

const resolved = vi.hoisted(() => ({ answers: [] as string[] }))

vi.mock('node:dns', async (load) => {
  const real = await load<typeof import('node:dns')>()
  type Answer = (error: null, addresses: { address: string; family: number }[]) => void
  const lookup = (name: string, options: object, answer: Answer) =>
    name.endsWith('.example')
      ? answer(null, [{ address: resolved.answers.shift() ?? '127.0.0.1', family: 4 }])
      : real.lookup(name, options as never, answer as never)
  return { ...real, lookup }
})

let receiver: Receiver
beforeAll(async () => {
  receiver = await startReceiver()
})
afterAll(() => receiver.stop())

const credentials: Credentials = { secrets: [newSecret()], authentication: { type: 'none' }, headers: [] }

async function call(endpoint: string, milliseconds = 1000, allowPrivate = true) {
  const request = { endpoint, credentials, messageId: 'evt_1', at: new Date(), body: '{}' }
  const outcome = await callEndpoint(createHttpOut(allowPrivate), request, AbortSignal.timeout(milliseconds))
  return { outcome, result: attemptResultOf(outcome, new Date()) }
}

it('gives up on an endpoint that hangs, of which it is unknown what it did', async () => {
  receiver.answer(() => undefined)
  const { outcome, result } = await call(receiver.url)
  expect(outcome).toMatchObject({ result: 'Timeout', status: null, isSent: true })
  expect(result).toMatchObject({ outcome: 'unknown', isOverloaded: true })
  expect(outcome.durationMs).toBeLessThan(10_000)
})

it('gives up on an answer that comes byte by byte', async () => {
  receiver.answer((response) => {
    response.writeHead(200)
    const drip = setInterval(() => response.write('a'), 50)
    response.on('close', () => clearInterval(drip))
  })
  const { outcome, result } = await call(receiver.url)
  expect(outcome).toMatchObject({ result: 'Timeout', status: 200 })
  expect(result.outcome).toBe('unknown')
})

it('reads little of an answer without end', async () => {
  let written = 0
  receiver.answer((response) => {
    response.writeHead(200)
    const chunk = Buffer.alloc(16 * 1024, 'a')
    const write = () => {
      while (written < 100_000_000 && !response.destroyed) {
        written += chunk.length
        if (!response.write(chunk)) return void response.once('drain', write)
      }
      response.end()
    }
    write()
  })
  const { outcome } = await call(receiver.url, 20_000)
  expect(outcome).toMatchObject({ result: 'Success', status: 200 })
  expect(outcome.responseBody).toHaveLength(4096)
  expect(written).toBeLessThan(20_000_000)
})

it('knows that nothing was sent where no connection was made', async () => {
  const closed = await startReceiver()
  await closed.stop()
  const { outcome, result } = await call(closed.url)
  expect(outcome).toMatchObject({
    result: 'Unknown',
    isSent: false,
    failure: 'The endpoint refused the connection.',
  })
  expect(result.outcome).toBe('failed')
})

it('is not led to a private address by a name that leads elsewhere the second time', async () => {
  resolved.answers = ['127.0.0.1']
  const { outcome } = await call('https://rebinding.example/', 1000, false)
  expect(outcome).toMatchObject({ result: 'Unknown', isSent: false })
  expect(outcome.failure).toContain('inside of a private network')
})
