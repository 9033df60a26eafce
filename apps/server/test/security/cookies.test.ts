import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addressOf, exampleBody, readOperations, type Operation } from '../api-operation.ts'
import { startTestApp, type TestApp } from '../harness.ts'
import { injected } from '../injected.ts'
import { callFrom, newLogin, signIn } from '../sign-in.ts'

const publicUrl = 'https://steward.example'

let plain: TestApp
let secure: TestApp
let operations: Operation[]

beforeAll(async () => {
  plain = await startTestApp()
  secure = await startTestApp({ PUBLIC_URL: publicUrl })
  operations = await readOperations(plain)
})
afterAll(() => Promise.all([plain.stop(), secure.stop()]))

let serial = 0

/** The refresh cookie of someone who just signed in, as the browser was asked to keep it. */
async function cookieOf(app: TestApp, remember = false): Promise<{ set: string; pair: string }> {
  serial += 1
  const email = `cookie${serial}@example.com`
  await newLogin(app, email)
  const answer = await signIn(app, email, { refresh: 'cookie', remember })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  const set = String(answer.headers['set-cookie'])
  return { set, pair: set.split(';')[0] as string }
}

const partsOf = (set: string): string[] => set.split(';').map((part) => part.trim())

describe('the refresh cookie', () => {
  it('is kept from scripts and other sites, and goes to the calls of identity alone', async () => {
    const parts = partsOf((await cookieOf(plain)).set)
    expect(parts).toEqual(expect.arrayContaining(['Path=/api/identity', 'HttpOnly', 'SameSite=Strict']))
    expect(parts.filter((part) => /^(Domain|Max-Age|Expires|Secure)/i.test(part))).toEqual([])
  })

  it('goes over TLS alone where people come by TLS', async () => {
    expect(partsOf((await cookieOf(secure)).set)).toContain('Secure')
    const throughProxy = await plain.application.app.inject({
      method: 'POST',
      url: '/api/identity/sign-out',
      headers: {
        'x-forwarded-proto': 'https',
        authorization: `Bearer ${(await plain.newUser('viewer')).token}`,
      },
    })
    expect(partsOf(String(throughProxy.headers['set-cookie']))).toContain('Secure')
  })

  it('is believed of proxies that are trusted alone', async () => {
    const answer = await plain.application.app.inject({
      method: 'POST',
      url: '/api/identity/sign-out',
      remoteAddress: '203.0.113.9',
      headers: {
        'x-forwarded-proto': 'https',
        authorization: `Bearer ${(await plain.newUser('viewer')).token}`,
      },
    })
    expect(partsOf(String(answer.headers['set-cookie']))).not.toContain('Secure')
  })

  it('is cleared with the same attributes that set it', async () => {
    const { token } = await secure.newUser('viewer')
    const answer = await callFrom(secure, 'identity/sign-out', { method: 'POST', token })
    expect(partsOf(String(answer.headers['set-cookie']))).toEqual(
      expect.arrayContaining([
        'steward_refresh=',
        'Path=/api/identity',
        'HttpOnly',
        'Secure',
        'SameSite=Strict',
      ]),
    )
  })
})

/** What a form or a script without permission can send from another site. */
const simpleTypes = ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/plain']

describe('a request that another site has the browser send', () => {
  it('does nothing by its cookies: every operation but those for logging in wants a token', async () => {
    const { pair } = await cookieOf(plain)
    const wrong: string[] = []
    for (const operation of operations.filter(({ security }) => security === undefined)) {
      const { status } = await injected(plain.application.app, {
        method: operation.method,
        url: addressOf(operation, '1'),
        headers: { cookie: pair, origin: 'https://attacker.example', 'content-type': 'application/json' },
        ...(operation.method === 'GET' ? {} : { payload: JSON.stringify(exampleBody(operation) ?? {}) }),
      })
      if (status !== 401) wrong.push(`${operation.operationId}: ${status}`)
    }
    expect(wrong).toEqual([])
  })

  it.each(simpleTypes)('does not turn the refresh cookie into a session: %s', async (type) => {
    const { pair } = await cookieOf(plain)
    const call = (contentType: string, payload: string) =>
      plain.application.app.inject({
        method: 'POST',
        url: '/api/identity/refresh',
        headers: { cookie: pair, 'content-type': contentType },
        payload,
      })
    for (const payload of ['', '{}', 'a=1', '--x--\r\n']) {
      const answer = await call(type, payload)
      expect([400, 415]).toContain(answer.statusCode)
      expect(answer.headers['set-cookie']).toBeUndefined()
    }
    expect((await call('application/json', '{}')).statusCode).toBe(200)
  })

  it('reads nothing with GET that has an effect: no GET takes a cookie but the return from a provider', async () => {
    const { pair } = await cookieOf(plain)
    const set: string[] = []
    for (const operation of operations.filter(({ method }) => method === 'GET')) {
      const answer = await plain.application.app.inject({
        method: 'GET',
        url: addressOf(operation, '1'),
        headers: { cookie: `${pair}; steward_oidc=x; steward_handover=y` },
      })
      if (answer.headers['set-cookie']) set.push(operation.operationId ?? '')
    }
    expect(set.filter((one) => !/oidc|outside|redirect|return/i.test(one))).toEqual([])
  })
})
