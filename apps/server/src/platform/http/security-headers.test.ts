import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { securityHeaders } from './security-headers.ts'

let test: TestApp

beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.stop())

it.each(['/api/core/accounts', '/api/nothing', '/nothing'])('stand in the answer to %s', async (url) => {
  const { headers } = await test.application.app.inject({ method: 'GET', url })
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'SAMEORIGIN',
    'referrer-policy': 'no-referrer',
    'x-request-id': expect.any(String),
  })
  expect(headers['content-security-policy']).toContain("default-src 'self';base-uri 'self'")
})

it('let nothing run but our scripts and the inline ones that are named', () => {
  const { 'content-security-policy': policy } = securityHeaders(["'sha256-abc='"])
  expect(policy).toContain("script-src 'self' 'sha256-abc=';script-src-attr 'none'")
  expect(policy).not.toContain('unsafe')
})
