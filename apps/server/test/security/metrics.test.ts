import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../harness.ts'

const token = 'what Prometheus sends'

let closed: TestApp
let open: TestApp

beforeAll(async () => {
  ;[closed, open] = await Promise.all([startTestApp(), startTestApp({ METRICS_TOKEN: token })])
})
afterAll(() => Promise.all([closed.stop(), open.stop()]))

async function read(app: TestApp, remoteAddress: string, headers: Record<string, string> = {}) {
  const answer = await app.application.app.inject({ method: 'GET', url: '/metrics', remoteAddress, headers })
  const isMetrics = answer.body.includes('steward_http_request_duration_seconds')
  return { status: answer.statusCode, isMetrics, reason: isMetrics ? '' : answer.json().reason }
}

/** Where a call comes from, and with which headers. */
const elsewhere: [string, Record<string, string>][] = [
  ['10.0.0.7', {}],
  ['203.0.113.9', {}],
  ['::ffff:10.0.0.7', {}],
  ['2001:db8::1', {}],
  ['127.0.0.1', { 'x-forwarded-for': '127.0.0.1' }],
  ['127.0.0.1', { 'x-real-ip': '127.0.0.1' }],
  ['127.0.0.1', { forwarded: 'for=127.0.0.1' }],
  ['203.0.113.9', { 'x-forwarded-for': '127.0.0.1' }],
  ['203.0.113.9', { authorization: 'Bearer ' }],
  ['203.0.113.9', { authorization: 'Bearer undefined' }],
]

describe('/metrics', () => {
  it.each(['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1'])(
    'is for this machine: %s',
    async (address) => {
      expect(await read(closed, address)).toEqual({ status: 200, isMetrics: true, reason: '' })
    },
  )

  it.each(elsewhere)('is for nobody else: %s with %j', async (address, headers) => {
    expect(await read(closed, address, headers)).toEqual({
      status: 403,
      isMetrics: false,
      reason: 'metrics.closed',
    })
  })

  it('is for whoever has the token, from anywhere', async () => {
    const authorization = `Bearer ${token}`
    expect((await read(open, '203.0.113.9', { authorization })).status).toBe(200)
    expect((await read(open, '127.0.0.1', { authorization, 'x-forwarded-for': '1.2.3.4' })).status).toBe(200)
  })

  it.each(['', 'Bearer', 'Bearer wrong', `Bearer ${token}x`, `Basic ${token}`, token])(
    'is for nobody without it, not of this machine either: "%s"',
    async (authorization) => {
      for (const address of ['127.0.0.1', '203.0.113.9']) {
        expect(await read(open, address, { authorization })).toEqual({
          status: 401,
          isMetrics: false,
          reason: 'metrics.token',
        })
      }
    },
  )
})
