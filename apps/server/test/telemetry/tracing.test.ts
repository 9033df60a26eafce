import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startMailServer, type MailServer } from '../../src/modules/messenger/messenger.fixture.ts'
import { startTestApp, type TestApp } from '../harness.ts'
import { readTraces, type SentSpan } from './otlp.reading.ts'

let app: TestApp
let collector: Server
let mails: MailServer
const spans: SentSpan[] = []
const headers = new Set<unknown>()
let metricBytes = Buffer.alloc(0)

/** Takes what OpenTelemetry sends. */
async function startCollector(): Promise<string> {
  collector = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const body = Buffer.concat(parts)
    headers.add(request.headers['x-key'])
    if (request.url === '/v1/traces') spans.push(...readTraces(body))
    if (request.url === '/v1/metrics') metricBytes = body
    response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end()
  })
  collector.listen(0, '127.0.0.1')
  await once(collector, 'listening')
  return `http://127.0.0.1:${(collector.address() as AddressInfo).port}`
}

const find = (name: string) => spans.filter((span) => span.name === name)
const within = { timeout: 20_000, interval: 250 }
const secret = 'Nobody must read this'

beforeAll(async () => {
  mails = await startMailServer()
  app = await startTestApp({
    OTEL_EXPORTER_OTLP_ENDPOINT: await startCollector(),
    OTEL_EXPORTER_OTLP_HEADERS: 'x-key=one%20key',
    SMTP_URL: mails.url,
  })
  await app.application.startWorker()
})

afterAll(async () => {
  collector.closeAllConnections()
  collector.close()
  await mails.stop()
})

describe('traces', () => {
  const incoming = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
  const traceId = '0af7651916cd43dd8448eb211c80319c'

  it('have calls, their statements, and the events and jobs that they caused', async () => {
    const manager = await app.as('manager')
    const answer = await app.application.app.inject({
      method: 'POST',
      url: '/api/core/organizations',
      headers: { authorization: `Bearer ${manager.token}`, traceparent: incoming },
      payload: { globalFields: { name: secret } },
    })
    expect(answer.statusCode, answer.body).toBe(200)
    await expect.poll(() => find('POST /api/core/organizations'), within).toHaveLength(1)
    const [call] = find('POST /api/core/organizations')
    expect(call).toMatchObject({
      traceId,
      parentSpanId: 'b7ad6b7169203331',
      attributes: {
        'http.request.method': 'POST',
        'http.route': '/api/core/organizations',
        'http.response.status_code': 200,
        'steward.tenant_id': app.tenantId,
        'steward.request_id': answer.headers['x-request-id'],
      },
    })
    const statements = spans.filter(({ parentSpanId }) => parentSpanId === call?.spanId)
    expect(statements.map(({ name }) => name)).toContain('record.open')
    expect(statements.every((span) => span.traceId === traceId)).toBe(true)
    await expect.poll(() => find('events record.changed'), within).not.toHaveLength(0)
    const [told] = find('events record.changed')
    expect(told?.traceId).not.toBe(traceId)
    expect(told?.links).toContainEqual({ traceId, spanId: call?.spanId })
  })

  it('hold no values', () => {
    expect(JSON.stringify(spans)).not.toContain(secret)
  })

  it('link what is sent to the call that asked for it', async () => {
    const username = 'forgetful@example.com'
    await app.newUser('viewer', username)
    const { statusCode, body } = await app.application.app.inject({
      method: 'POST',
      url: '/api/identity/forgot-password',
      payload: { username },
    })
    expect(statusCode, body).toBe(200)
    await expect.poll(() => find('outbox message'), within).not.toHaveLength(0)
    const [sending] = find('outbox message')
    expect(sending?.attributes).toMatchObject({
      'steward.channel': 'message',
      'steward.tenant_id': app.tenantId,
    })
    expect(sending?.links).toHaveLength(1)
  })

  it('name a failure by its kind', async () => {
    const { owner } = app.application.platform.database
    await owner.query(
      `select graphile_worker.add_job('timeline.follow', '{"tenantId":"${secret}"}', max_attempts => 1)`,
    )
    await expect.poll(() => spans.filter((span) => span.isError), within).not.toHaveLength(0)
    const failed = spans.find((span) => span.isError)
    expect(failed).toMatchObject({ name: 'job timeline.follow', attributes: { 'error.type': 'TypeError' } })
  })
})

it('sends what is left when it stops, and the metrics', async () => {
  await app.stop()
  expect(metricBytes.toString('latin1')).toContain('steward_http_request_duration_seconds')
  expect(headers).toEqual(new Set(['one key']))
})
