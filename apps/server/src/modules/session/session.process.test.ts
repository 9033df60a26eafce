import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startAnother } from '../../../test/another-process.ts'
import { secretKey, startTestApp, type TestApp } from '../../../test/harness.ts'
import { callFrom } from '../../../test/sign-in.ts'
import type { Application } from '../../application.ts'
import { sessionsOf, type Sessions } from '../../../test/session-calls.ts'

let test: TestApp
let signedIn: Sessions['signedIn']
let readSession: Sessions['readSession']
const others: Application[] = []

beforeAll(async () => {
  test = await startTestApp()
  ;({ signedIn, readSession } = sessionsOf(test))
})
afterEach(async () => {
  for (const other of others.splice(0)) await other.close()
})
afterAll(() => test.stop())

async function startOther(environment: NodeJS.ProcessEnv = {}): Promise<Application> {
  const other = await startAnother(test, environment)
  others.push(other)
  return other
}

async function statusAt({ app }: Application, token: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}` }
  return (await app.inject({ method: 'GET', url: '/api/identity/session', headers })).statusCode
}

/** Milliseconds until the other process refuses the token. */
async function refusedAfter(other: Application, token: string): Promise<number> {
  const from = performance.now()
  while ((await statusAt(other, token)) !== 401) {
    if (performance.now() - from > 10_000) return Infinity
    await wait(20)
  }
  return performance.now() - from
}

describe('another process', () => {
  it('refuses within two seconds who logged out or was deactivated here', async () => {
    const { token } = await signedIn('here@example.com')
    const gone = await signedIn('dismissed@example.com')
    const other = await startOther()
    for (const one of [token, gone.token]) expect(await statusAt(other, one)).toBe(200)
    await callFrom(test, 'identity/sign-out', { method: 'POST', token })
    expect(await refusedAfter(other, token)).toBeLessThan(2000)
    const admin = await test.as('administrator')
    await admin.patch(`user-management/users/${gone.userId}/status`, { status: 'DEACTIVATED' })
    expect(await refusedAfter(other, gone.token)).toBeLessThan(2000)
  })

  it('accepts tokens of the key before, and signs with the new one', async () => {
    const { token, refreshToken } = await signedIn('rotated@example.com')
    const newKey = 'the key that takes its place and is as long'
    const other = await startOther({ SECRET_KEY: `${newKey},${secretKey}` })
    expect(await statusAt(other, token)).toBe(200)
    const payload = { refreshToken }
    const fresh = await other.app.inject({ method: 'POST', url: '/api/identity/refresh', payload })
    const renewed = fresh.json().data.token
    expect(await statusAt(other, renewed)).toBe(200)
    expect((await readSession(renewed)).body.reason).toBe('session.unknown')
    const later = await startOther({ SECRET_KEY: newKey })
    expect(await statusAt(later, renewed)).toBe(200)
    expect(await statusAt(later, token)).toBe(401)
  })
})
