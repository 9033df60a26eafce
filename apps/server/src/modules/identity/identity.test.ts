import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Answer, type TestApp } from '../../../test/harness.ts'
import { transact } from '../../platform/db/database.ts'

const minute = 60_000
const password = 'Correct-horse-7'

let test: TestApp

beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.stop())

/** A user who can sign in. */
async function newLogin(email: string): Promise<number> {
  const { actor } = await test.newUser('manager', email)
  const { identity } = test.application.modules
  const db = test.application.platform.database.tenant(test.tenantId)
  await transact(db, (tx) => identity.createCredential(tx, test.tenantId, actor.userId, password))
  return actor.userId
}

async function deactivate(userId: number): Promise<void> {
  const { database } = test.application.platform
  await database.owner.query(`update app_user set status = 'DEACTIVATED' where user_id = $1`, [userId])
}

function signIn(username: string, given = password, remember = false): Promise<Answer> {
  return test.anonymous.post('identity/sign-in', { username, password: given, remember })
}

async function call(method: 'GET' | 'POST', path: string, token: string): Promise<Answer> {
  const answer = await test.application.app.inject({
    method,
    url: `/api/${path}`,
    headers: { authorization: `Bearer ${token}` },
  })
  return { status: answer.statusCode, body: answer.json(), headers: answer.headers }
}

const readSession = (token: string) => call('GET', 'identity/session', token)

async function signedIn(email: string, remember = false): Promise<{ token: string; userId: number }> {
  const userId = await newLogin(email)
  return { token: (await signIn(email, password, remember)).body.data.token, userId }
}

describe('sign-in', () => {
  it('starts a session and says who is signed in', async () => {
    const userId = await newLogin('happy@example.com')
    const answer = await signIn('happy@example.com')
    expect(answer.status).toBe(200)
    const { token, expiresAt, user } = answer.body.data
    expect(token).toMatch(/^[\w-]{43}$/)
    expect(Date.parse(expiresAt) - test.clock.now().getTime()).toBeGreaterThan(23 * 60 * minute)
    expect(user).toMatchObject({
      userId,
      email: 'happy@example.com',
      roleName: 'Manager',
      status: 'ACTIVE',
      disabled: false,
      tenantName: 'Test company',
    })
    const session = await readSession(token)
    expect(session).toMatchObject({ status: 200, body: { data: { user } } })
  })

  it('takes the username trimmed and in any case', async () => {
    await newLogin('mixed.case@example.com')
    expect((await signIn('  Mixed.Case@Example.com ')).status).toBe(200)
  })

  it('keeps neither the password nor the token', async () => {
    await newLogin('secret@example.com')
    const { token } = (await signIn('secret@example.com')).body.data
    const { owner } = test.application.platform.database
    const kept = await owner.query('select c::text from credential c union all select s::text from session s')
    const text = JSON.stringify(kept.rows)
    expect(text).toContain('$argon2id$v=19$m=19456,t=2,p=1$')
    expect(text).not.toContain(password)
    expect(text).not.toContain(token)
    expect(text).not.toContain(Buffer.from(token).toString('hex'))
  })

  it('refuses an unknown user, a wrong password and a deactivated user in the same words', async () => {
    await newLogin('known@example.com')
    await deactivate(await newLogin('gone@example.com'))
    const answers = [
      await signIn('known@example.com', 'wrong'),
      await signIn('nobody@example.com'),
      await signIn('gone@example.com'),
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
  })

  it('says which field is blank', async () => {
    const blank = await signIn('   ', '')
    expect(blank.status).toBe(400)
    expect(blank.body.fields).toEqual({
      username: 'Please enter your username',
      password: 'Please enter your password',
    })
    const missing = await test.anonymous.post('identity/sign-in', {})
    expect(missing.body.fields).toEqual(blank.body.fields)
  })

  it('makes the eleventh attempt within a minute wait, even with the right password', async () => {
    await newLogin('guessed@example.com')
    await newLogin('bystander@example.com')
    for (let attempt = 0; attempt < 10; attempt += 1) {
      expect((await signIn('guessed@example.com', `guess ${attempt}`)).status).toBe(401)
    }
    const refused = await signIn('Guessed@example.com')
    expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
    expect((await signIn('bystander@example.com')).status).toBe(200)
    test.clock.advance(minute)
    expect((await signIn('guessed@example.com')).status).toBe(200)
  })

  it('does not count attempts that succeed', async () => {
    await newLogin('busy@example.com')
    for (let attempt = 0; attempt < 12; attempt += 1) {
      expect((await signIn('busy@example.com')).status).toBe(200)
    }
  })
})

describe('a session', () => {
  it('expires after an hour without a call', async () => {
    const { token } = await signedIn('idle@example.com')
    test.clock.advance(59 * minute)
    expect((await readSession(token)).status).toBe(200)
    test.clock.advance(59 * minute)
    expect((await readSession(token)).status).toBe(200)
    test.clock.advance(61 * minute)
    expect(await readSession(token)).toMatchObject({
      status: 401,
      body: { code: 'unauthenticated', reason: 'session.expired', message: 'SESSION_EXPIRED_ERROR' },
    })
  })

  it('lasts for days when it is remembered', async () => {
    const { token } = await signedIn('remembered@example.com', true)
    for (let week = 0; week < 4; week += 1) {
      test.clock.advance(7 * 24 * 60 * minute - minute)
      expect((await readSession(token)).status).toBe(200)
    }
    test.clock.advance(3 * 24 * 60 * minute)
    expect((await readSession(token)).body.message).toBe('SESSION_EXPIRED_ERROR')
  })

  it('ends with sign-out, and only that one', async () => {
    const { token } = await signedIn('leaving@example.com')
    const other = (await signIn('leaving@example.com')).body.data.token
    expect(await call('POST', 'identity/sign-out', token)).toMatchObject({
      status: 200,
      body: { data: { signedOut: true } },
    })
    expect(await readSession(token)).toMatchObject({
      status: 401,
      body: { reason: 'session.unknown', message: 'Sign in first.' },
    })
    expect((await readSession(other)).status).toBe(200)
  })

  it('is refused once its user is deactivated', async () => {
    const { token, userId } = await signedIn('leaver@example.com')
    expect((await readSession(token)).status).toBe(200)
    await deactivate(userId)
    test.clock.advance(2000)
    expect(await readSession(token)).toMatchObject({ status: 401, body: { reason: 'session.refused' } })
  })

  it('is needed, and has to be a known one', async () => {
    expect((await test.anonymous.get('identity/session')).status).toBe(401)
    const answer = await readSession('A'.repeat(43))
    expect(answer).toMatchObject({ status: 401, body: { reason: 'session.unknown' } })
  })
})

describe('the tenant configuration', () => {
  it('is the same for known and unknown usernames', async () => {
    await newLogin('configured@example.com')
    const known = await test.anonymous.get('tenant/configured@example.com')
    const unknown = await test.anonymous.get('tenant/nobody')
    expect(known.status).toBe(200)
    expect(known.body).toEqual(unknown.body)
    expect(known.body).toEqual({
      data: { provider: 'built-in', region: null, userPoolId: null, userPoolWebClientId: null },
    })
  })
})
