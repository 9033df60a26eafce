import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { forged } from '../../../test/forged.ts'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { auditOf, callFrom, newLogin, signIn } from '../../../test/sign-in.ts'
import { sessionsOf, type Sessions, type Tokens } from '../../../test/session-calls.ts'

const minute = 60_000

let test: TestApp
let signedIn: Sessions['signedIn']
let refresh: Sessions['refresh']
let refreshed: Sessions['refreshed']
let readSession: Sessions['readSession']

beforeAll(async () => {
  test = await startTestApp()
  ;({ signedIn, refresh, refreshed, readSession } = sessionsOf(test))
})
afterAll(() => test.stop())

const expired = { status: 401, body: { code: 'unauthenticated', message: 'SESSION_EXPIRED_ERROR' } }

const json = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

describe('an access token', () => {
  it('is good for five minutes', async () => {
    const { token } = await signedIn('five@example.com')
    test.clock.advance(4 * minute)
    expect((await readSession(token)).status).toBe(200)
    test.clock.advance(minute)
    const answer = await readSession(token)
    expect(answer).toMatchObject(expired)
    expect(answer.body.reason).toBe('session.token_expired')
  })

  it('has to be one that we signed, with our algorithm', async () => {
    const { token } = await signedIn('forged@example.com')
    const [header = '', claims = '', signature = ''] = token.split('.')
    const kid = JSON.parse(Buffer.from(header, 'base64url').toString()).kid
    const otherUser = json({ ...JSON.parse(Buffer.from(claims, 'base64url').toString()), sub: '1' })
    const texts = [
      `${header}.${otherUser}.${signature}`,
      `${json({ alg: 'none', typ: 'JWT', kid })}.${claims}.`,
      `${json({ alg: 'HS256', typ: 'JWT', kid: 'another' })}.${claims}.${signature}`,
      `${header}.${claims}.${forged(signature)}`,
      'A'.repeat(43),
      '..',
    ]
    for (const text of texts) {
      expect(await readSession(text)).toMatchObject({ status: 401, body: { reason: 'session.unknown' } })
    }
    expect((await test.anonymous.get('identity/session')).status).toBe(401)
  })

  it('costs no query', async () => {
    const { token } = await signedIn('quick@example.com')
    const { database } = test.application.platform
    await callFrom(test, 'users', { token })
    const texts: string[] = []
    const note = (text: string) => void (text.includes('ended_sessions') || texts.push(text))
    const restore = spyOnQueries(database.anonymous, note)
    for (let call = 0; call < 100; call += 1) {
      expect((await callFrom(test, 'users', { token })).status).toBe(200)
    }
    expect(texts).toEqual([])
    await callFrom(test, 'identity/sessions', { token })
    restore()
    expect(texts.some((text) => text.includes('from session'))).toBe(true)
  })
})

/** Reports every query that any connection makes. */
function spyOnQueries(pool: object, note: (text: string) => void): () => void {
  const { Client } = pool as { Client: { prototype: { query: (...args: unknown[]) => unknown } } }
  const original = Client.prototype.query
  Client.prototype.query = function query(this: unknown, ...args: unknown[]) {
    const [first] = args as [string | { text?: string }]
    note(typeof first === 'string' ? first : (first.text ?? ''))
    return original.apply(this, args)
  }
  return () => {
    Client.prototype.query = original
  }
}

describe('a session', () => {
  it('goes on as long as it is refreshed within the hour, for a day at most', async () => {
    const first = await signedIn('idle@example.com')
    let tokens: Tokens = first
    for (let hour = 0; hour < 24; hour += 1) {
      test.clock.advance(59 * minute)
      tokens = await refreshed(tokens.refreshToken)
      expect((await readSession(tokens.token)).status).toBe(200)
      expect(tokens.sessionEndsAt).toBe(first.sessionEndsAt)
    }
    test.clock.advance(24 * minute)
    expect(await refresh(tokens.refreshToken)).toMatchObject(expired)
  })

  it('ends after an hour without a refresh', async () => {
    const { refreshToken } = await signedIn('left@example.com')
    test.clock.advance(61 * minute)
    const answer = await refresh(refreshToken)
    expect(answer).toMatchObject(expired)
    expect(answer.body.reason).toBe('session.expired')
  })

  it('lasts for days when it is remembered', async () => {
    let tokens: Tokens = await signedIn('remembered@example.com', true)
    for (let week = 0; week < 4; week += 1) {
      test.clock.advance(7 * 24 * 60 * minute - minute)
      tokens = await refreshed(tokens.refreshToken)
    }
    test.clock.advance(3 * 24 * 60 * minute)
    expect(await refresh(tokens.refreshToken)).toMatchObject(expired)
  })

  it('ends with sign-out, and only that one', async () => {
    const { token, refreshToken } = await signedIn('leaving@example.com')
    const other = (await signIn(test, 'leaving@example.com')).body.data.token
    const answer = await callFrom(test, 'identity/sign-out', { method: 'POST', token })
    expect(answer).toMatchObject({ status: 200, body: { data: { signedOut: true } } })
    expect(await readSession(token)).toMatchObject({ ...expired, body: { reason: 'session.ended' } })
    expect(await refresh(refreshToken)).toMatchObject(expired)
    expect((await readSession(other)).status).toBe(200)
  })

  it('is listed with its device and may be ended from another', async () => {
    const { token } = await signedIn('many@example.com')
    const agent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'
    const second = (await signIn(test, 'many@example.com', { agent, from: '198.51.100.4' })).body.data.token
    const { body } = await callFrom(test, 'identity/sessions', { token })
    const found = body.data.find((one: { device: string }) => one.device === 'Firefox on Windows')
    expect(found).toMatchObject({ current: false, address: '198.51.100.4' })
    expect(body.data.filter((one: { current: boolean }) => one.current)).toHaveLength(1)
    const path = `identity/sessions/${found.sessionId}`
    expect((await callFrom(test, path, { method: 'DELETE', token })).status).toBe(200)
    expect((await readSession(second)).status).toBe(401)
    expect((await callFrom(test, path, { method: 'DELETE', token })).status).toBe(404)
    const stranger = await test.as('manager')
    const [own] = (await callFrom(test, 'identity/sessions', { token })).body.data
    expect((await stranger.delete(`identity/sessions/${own.sessionId}`)).status).toBe(404)
    expect((await readSession(token)).status).toBe(200)
  })

  it('ends with all others when its user logs out everywhere', async () => {
    const { token } = await signedIn('everywhere@example.com')
    const second = (await signIn(test, 'everywhere@example.com')).body.data.token
    expect((await callFrom(test, 'identity/sign-out-everywhere', { method: 'POST', token })).status).toBe(200)
    for (const ended of [token, second]) expect((await readSession(ended)).status).toBe(401)
    expect((await signIn(test, 'everywhere@example.com')).status).toBe(200)
  })

  it('is refused once its user is deactivated', async () => {
    const { token, refreshToken, userId } = await signedIn('leaver@example.com')
    const admin = await test.as('administrator')
    await admin.patch(`user-management/users/${userId}/status`, { status: 'DEACTIVATED' })
    expect(await readSession(token)).toMatchObject(expired)
    expect(await refresh(refreshToken)).toMatchObject(expired)
  })
})

describe('a refresh token', () => {
  it('works once; a second use ends the session for both who have it', async () => {
    const { refreshToken } = await signedIn('copied@example.com')
    const mine = await refreshed(refreshToken)
    expect(await refresh(refreshToken)).toMatchObject(expired)
    expect((await readSession(mine.token)).status).toBe(401)
    expect(await refresh(mine.refreshToken)).toMatchObject(expired)
    expect(await auditOf(test, 'refresh token was used twice')).toEqual(['session.reuse_detected'])
  })

  it('gives tokens to one of several who come at once, and ends the session', async () => {
    const { refreshToken } = await signedIn('raced@example.com')
    const answers = await Promise.all([refresh(refreshToken), refresh(refreshToken), refresh(refreshToken)])
    const good = answers.filter(({ status }) => status === 200)
    expect(good).toHaveLength(1)
    expect((await readSession(good[0]?.body.data.token)).status).toBe(401)
  })

  it('is answered again to the same attempt, whose answer was lost, and to no other', async () => {
    const { refreshToken } = await signedIn('lost@example.com')
    const named = (attempt: string, token = refreshToken) =>
      callFrom(test, 'identity/refresh', { body: { refreshToken: token, attempt } })
    const [one, two] = ['the first attempt', 'the second attempt']
    const both = await Promise.all([named(one), named(one)])
    const again = await named(one)
    const tokens = [...both, again].map(({ body }) => body.data.refreshToken)
    expect(new Set(tokens).size).toBe(1)
    expect((await readSession(again.body.data.token)).status).toBe(200)
    // Who continues with it has heard the answer: from now on someone else asks.
    const next = await named(two, tokens[0])
    expect(next.status).toBe(200)
    expect(await named(one)).toMatchObject(expired)
    expect((await readSession(next.body.data.token)).status).toBe(401)
  })

  it('is not answered again without the name of the attempt, under another one, or after ten minutes', async () => {
    const cases: [string, object, number][] = [
      ['nameless@example.com', {}, 0],
      ['misnamed@example.com', { attempt: 'some other attempt' }, 0],
      ['late@example.com', { attempt: 'this very attempt' }, 10 * minute],
    ]
    for (const [email, named, later] of cases) {
      const { refreshToken } = await signedIn(email)
      const first = { refreshToken, attempt: 'this very attempt' }
      expect((await callFrom(test, 'identity/refresh', { body: first })).status).toBe(200)
      test.clock.advance(later)
      const second = await callFrom(test, 'identity/refresh', { body: { refreshToken, ...named } })
      expect(second, email).toMatchObject(expired)
    }
  })

  it('cannot be guessed, and a guess tells nothing', async () => {
    for (const guess of ['A'.repeat(43), 'x', '\u0000', ' ']) {
      const { status, body } = await refresh(guess)
      expect([400, 401]).toContain(status)
      expect(body.fields).toBeUndefined()
    }
  })

  it('is guessed a hundred times from one address, and not more; others are not disturbed', async () => {
    const { refreshToken } = await signedIn('neighbour@example.com')
    const from = '203.0.113.60'
    const answers = await Promise.all(
      Array.from({ length: 105 }, (_, n) =>
        callFrom(test, 'identity/refresh', { body: { refreshToken: `guess-${n}` }, from }),
      ),
    )
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(100)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(5)
    expect((await refresh(refreshToken)).status).toBe(200)
  })

  it('goes into a cookie that only our own page can use, when a browser asks for it', async () => {
    await newLogin(test, 'browser@example.com')
    const answer = await signIn(test, 'browser@example.com', { refresh: 'cookie', remember: true })
    expect(answer.body.data.refreshToken).toBeNull()
    const set = String(answer.headers['set-cookie'])
    const secret = /^steward_refresh=([\w-]{43});/.exec(set)?.[1] ?? ''
    for (const part of ['Path=/api/identity', 'HttpOnly', 'SameSite=Strict']) expect(set).toContain(part)
    expect(Number(/Max-Age=(\d+)/.exec(set)?.[1])).toBeGreaterThan(29 * 24 * 3600)
    const use = (token: string, type: string, payload: string) =>
      test.application.app.inject({
        method: 'POST',
        url: '/api/identity/refresh',
        headers: { cookie: `steward_refresh=${token}`, 'content-type': type },
        payload,
      })
    expect((await use(secret, 'text/plain', '{}')).statusCode).toBe(415)
    expect((await use(secret, 'application/x-www-form-urlencoded', 'a=1')).statusCode).toBe(415)
    const fresh = await use(secret, 'application/json', '{}')
    expect(fresh.statusCode).toBe(200)
    expect(fresh.json().data.refreshToken).toBeNull()
    expect(String(fresh.headers['set-cookie'])).toMatch(/^steward_refresh=[\w-]{43};/)
    const again = await use(secret, 'application/json', '{}')
    expect(again.statusCode).toBe(401)
    expect(String(again.headers['set-cookie'])).toMatch(/^steward_refresh=;/)
  })

  it('is in a cookie for the browser session alone when it is not remembered', async () => {
    await newLogin(test, 'shared-desk@example.com')
    const answer = await signIn(test, 'shared-desk@example.com', { refresh: 'cookie' })
    expect(String(answer.headers['set-cookie'])).not.toMatch(/Max-Age|Expires/)
  })
})
