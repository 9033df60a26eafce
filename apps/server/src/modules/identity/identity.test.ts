import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Answer, type TestApp } from '../../../test/harness.ts'
import { auditOf, callFrom, mailsTo, newLogin, password, signIn } from '../../../test/sign-in.ts'

const minute = 60_000

let test: TestApp

beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.stop())

async function deactivate(userId: number): Promise<void> {
  const admin = await test.as('administrator')
  const answer = await admin.patch(`user-management/users/${userId}/status`, { status: 'DEACTIVATED' })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
}

const readSession = (token: string): Promise<Answer> => callFrom(test, 'identity/session', { token })

describe('sign-in', () => {
  it('starts a session and says who is logged in', async () => {
    const userId = await newLogin(test, 'happy@example.com')
    const answer = await signIn(test, 'happy@example.com')
    expect(answer.status).toBe(200)
    const { token, expiresAt, sessionEndsAt, refreshToken, user } = answer.body.data
    const now = test.clock.now().getTime()
    expect(Date.parse(expiresAt) - now).toBeGreaterThan(4 * minute)
    expect(Date.parse(expiresAt) - now).toBeLessThanOrEqual(5 * minute)
    expect(Date.parse(sessionEndsAt) - now).toBeGreaterThan(23 * 60 * minute)
    expect(refreshToken).toMatch(/^[\w-]{43}$/)
    expect(user).toMatchObject({
      userId,
      email: 'happy@example.com',
      roleName: 'Manager',
      status: 'ACTIVE',
      disabled: false,
      tenantName: 'Test company',
    })
    expect(await readSession(token)).toMatchObject({ status: 200, body: { data: { user } } })
    expect(await auditOf(test, user.firstName)).toContain('session.started')
  })

  it('says in the token who it is for, and no more than that', async () => {
    const userId = await newLogin(test, 'claims@example.com')
    const { token } = (await signIn(test, 'claims@example.com')).body.data
    const claims = JSON.parse(Buffer.from(token.split('.')[1], 'base64url').toString())
    expect(claims).toMatchObject({ iss: 'steward', sub: String(userId), 'custom:userId': String(userId) })
    expect(Object.keys(claims).toSorted()).toEqual([
      'custom:userId',
      'exp',
      'iat',
      'iss',
      'sid',
      'sub',
      'tid',
    ])
    expect(claims.exp - claims.iat).toBe(300)
  })

  it('takes the username trimmed and in any case', async () => {
    await newLogin(test, 'mixed.case@example.com')
    expect((await signIn(test, '  Mixed.Case@Example.com ')).status).toBe(200)
  })

  it('keeps neither the password nor the tokens', async () => {
    await newLogin(test, 'secret@example.com')
    const { token, refreshToken } = (await signIn(test, 'secret@example.com')).body.data
    const { owner } = test.application.platform.database
    const kept = await owner.query(`select c::text from credential c union all select s::text from session s
      union all select r::text from refresh_token r union all select a::text from audit_entry a`)
    const text = JSON.stringify(kept.rows)
    expect(text).toContain('$argon2id$v=19$m=19456,t=2,p=1$')
    for (const secret of [password, token, refreshToken]) {
      expect(text).not.toContain(secret)
      expect(text).not.toContain(Buffer.from(secret).toString('hex'))
    }
  })

  it('refuses an unknown user, a wrong password and a deactivated user in the same words', async () => {
    await newLogin(test, 'known@example.com')
    await deactivate(await newLogin(test, 'gone@example.com'))
    const answers = [
      await signIn(test, 'known@example.com', { password: 'wrong' }),
      await signIn(test, 'nobody@example.com'),
      await signIn(test, 'gone@example.com'),
    ]
    for (const { status, body } of answers) {
      expect(status).toBe(401)
      const { requestId, ...rest } = body
      expect(requestId).toBeTruthy()
      expect(rest).toEqual({
        code: 'unauthenticated',
        reason: 'sign_in.refused',
        message: 'Incorrect username or password',
      })
    }
    expect(await auditOf(test, 'nobody@example.com')).toEqual(['sign_in.refused'])
  })

  it('keeps nothing of a password that was typed as a name', async () => {
    await signIn(test, 'My-Secret-Pass-1', { password: 'x' })
    expect(await auditOf(test, 'My-Secret-Pass-1')).toEqual([])
  })

  it('says which field is blank', async () => {
    const blank = await signIn(test, '   ', { password: '' })
    expect(blank.status).toBe(400)
    expect(blank.body.fields).toEqual({
      username: 'Please enter your username',
      password: 'Please enter your password',
    })
    const missing = await test.anonymous.post('identity/sign-in', {})
    expect(missing.body.fields).toEqual(blank.body.fields)
  })

  it('does not count attempts that succeed, and serves many at once', async () => {
    await newLogin(test, 'busy@example.com')
    const answers = await Promise.all(Array.from({ length: 15 }, () => signIn(test, 'busy@example.com')))
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 15 }, () => 200))
  })

  it('tells the user of a device that it does not know', async () => {
    const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'
    const mac =
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.5 Safari/605.1.15'
    await newLogin(test, 'devices@example.com')
    const count = async () =>
      (await mailsTo(test, 'devices@example.com')).filter(({ template }) => template === 'new-device').length
    // The harness started a session of another device already.
    await signIn(test, 'devices@example.com', { agent: windows })
    const first = await count()
    await signIn(test, 'devices@example.com', { agent: windows })
    expect(await count()).toBe(first)
    await signIn(test, 'devices@example.com', { agent: mac })
    expect(await count()).toBe(first + 1)
    const [mail] = await mailsTo(test, 'devices@example.com')
    expect(mail?.text).toContain('Safari on macOS')
  })
})

/** What ten wrong passwords for a name are answered with, and then the right one. */
async function guessed(name: string, from: string): Promise<unknown[]> {
  const answers: unknown[] = []
  for (let attempt = 0; attempt < 11; attempt += 1) {
    const given = attempt === 10 ? password : `guess ${attempt}`
    const { status, body } = await signIn(test, name, { password: given, from })
    answers.push([status, body.reason, body.message])
  }
  return answers
}

describe('ten wrong passwords', () => {
  it('lock the account, and look the same for a name that nobody has', async () => {
    await newLogin(test, 'guessed@example.com')
    const known = await guessed('guessed@example.com', '203.0.113.1')
    const unknown = await guessed('guessed-nobody@example.com', '203.0.113.2')
    expect(known).toEqual(unknown)
    expect(known.slice(0, 9)).toEqual(
      Array.from({ length: 9 }, () => [401, 'sign_in.refused', 'Incorrect username or password']),
    )
    const lockedText =
      'Your account was locked after too many failed log in attempts. Check your inbox for a link to unlock it.'
    expect(known.slice(9)).toEqual(Array.from({ length: 2 }, () => [401, 'sign_in.locked', lockedText]))
    expect((await mailsTo(test, 'guessed@example.com')).map(({ template }) => template)).toEqual([
      'account-locked',
    ])
    expect(await mailsTo(test, 'guessed-nobody@example.com')).toEqual([])
    expect(await auditOf(test, 'guessed@example.com')).toContain('account.locked')
  })

  it('open by the link that was mailed, which works once', async () => {
    await newLogin(test, 'unlocked@example.com')
    await guessed('unlocked@example.com', '203.0.113.3')
    const [mail] = await mailsTo(test, 'unlocked@example.com')
    const token = /token=([\w-]{43})/.exec(mail?.text ?? '')?.[1]
    expect((await test.anonymous.post('identity/unlock', { token })).body).toEqual({ data: { done: true } })
    expect((await signIn(test, 'unlocked@example.com')).status).toBe(200)
    const again = await test.anonymous.post('identity/unlock', { token })
    expect(again).toMatchObject({ status: 400, body: { reason: 'unlock.refused' } })
    expect(await auditOf(test, 'unlocked')).toContain('account.unlocked')
  })

  it('open by themselves after an hour', async () => {
    await newLogin(test, 'patient@example.com')
    await guessed('patient@example.com', '203.0.113.4')
    test.clock.advance(59 * minute)
    expect((await signIn(test, 'patient@example.com')).body.reason).toBe('sign_in.locked')
    test.clock.advance(minute)
    expect((await signIn(test, 'patient@example.com')).status).toBe(200)
  })

  it('count only in a row', async () => {
    await newLogin(test, 'clumsy@example.com')
    const from = '203.0.113.5'
    for (let round = 0; round < 3; round += 1) {
      for (let attempt = 0; attempt < 6; attempt += 1) {
        expect((await signIn(test, 'clumsy@example.com', { password: 'wrong', from })).body.reason).toBe(
          'sign_in.refused',
        )
      }
      expect((await signIn(test, 'clumsy@example.com', { from })).status).toBe(200)
    }
  })

  it('are no more when they come at once', async () => {
    await newLogin(test, 'flooded@example.com')
    const from = '203.0.113.6'
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, attempt) =>
        signIn(test, 'flooded@example.com', { password: attempt === 39 ? password : 'wrong', from }),
      ),
    )
    const refusals = answers.filter(({ body }) => body.reason === 'sign_in.refused')
    expect(refusals).toHaveLength(9)
    expect(answers.at(-1)?.body.reason).toBe('sign_in.locked')
  })

  it('of one address for many names are too many as well', async () => {
    const from = '203.0.113.7'
    const spray = (names: number[]) =>
      Promise.all(names.map((n) => signIn(test, `spray${n}@example.com`, { password: 'Spring-2026', from })))
    const statuses: number[] = []
    for (let batch = 0; batch < 5; batch += 1) {
      const names = Array.from({ length: 20 }, (_, n) => batch * 20 + n)
      statuses.push(...(await spray(names)).map(({ status }) => status))
    }
    statuses.push(...(await spray([100])).map(({ status }) => status))
    expect(new Set(statuses.slice(0, 100))).toEqual(new Set([401]))
    expect(statuses[100]).toBe(429)
    await newLogin(test, 'elsewhere@example.com')
    expect((await signIn(test, 'elsewhere@example.com', { from })).status).toBe(429)
    expect((await signIn(test, 'elsewhere@example.com', { from: '203.0.113.8' })).status).toBe(200)
    test.clock.advance(15 * minute)
    expect((await signIn(test, 'elsewhere@example.com', { from })).status).toBe(200)
  })
})

describe('the tenant configuration', () => {
  it('is the same for known and unknown usernames', async () => {
    await newLogin(test, 'configured@example.com')
    const known = await test.anonymous.get('tenant/configured@example.com')
    const unknown = await test.anonymous.get('tenant/nobody')
    expect(known.status).toBe(200)
    expect(known.body).toEqual(unknown.body)
    expect(known.body.data).toMatchObject({ provider: 'built-in', passwordMaxLength: 30 })
  })
})
