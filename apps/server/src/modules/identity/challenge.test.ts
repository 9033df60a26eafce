import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Answer, type Client, type TestApp } from '../../../test/harness.ts'
import { auditOf, callFrom, confirm, mailTo, newLogin, password, signIn } from '../../../test/sign-in.ts'
import { transact } from '../../platform/db/database.ts'
import { codeIn, factorFixture, type FactorFixture } from '../../../test/second-factor.ts'

const minute = 60_000
const day = 24 * 60 * minute
const own = 'Another-horse-8'

let test: TestApp
let admin: Client
let given: FactorFixture

beforeAll(async () => {
  test = await startTestApp()
  admin = await test.as('administrator')
  given = factorFixture(test)
})
afterAll(() => test.stop())

async function invite(email: string): Promise<{ userId: number; temporary: string }> {
  const answer = await admin.post('user-management/users', { data: [{ email, roleId: 1 }] })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return { userId: answer.body.data[0].userId, temporary: await temporaryOf(email, 'invitation') }
}

async function temporaryOf(email: string, template: string): Promise<string> {
  const { text } = await mailTo(test, email, template)
  return /[A-Za-z2-9]{4}(?:-[A-Za-z2-9]{4}){3}/.exec(text)?.[0] ?? ''
}

async function challengeOf(email: string, secret = password): Promise<Answer['body']> {
  const answer = await signIn(test, email, { password: secret, from: '203.0.113.40' })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body.data
}

const answerWith = (path: string, body: object): Promise<Answer> =>
  callFrom(test, `identity/${path}`, { body, from: '203.0.113.41' })

const newPassword = (challengeUser: string, chosen = own) =>
  answerWith('new-password', { challengeUser, newPassword: chosen })

/** A user with a password and an authenticator. */
async function withAuthenticator(
  email: string,
): Promise<{ secretCode: string; userId: number; recovery: string[] }> {
  const userId = await newLogin(test, email)
  const { token } = (await signIn(test, email)).body.data
  const { secretCode } = (await callFrom(test, 'identity/mfa/authenticator', { method: 'POST', token })).body
    .data
  const body = { code: given.codeOf(secretCode) }
  const verified = await callFrom(test, 'identity/mfa/authenticator/verify', { token, body })
  expect(verified.status, JSON.stringify(verified.body)).toBe(200)
  test.clock.advance(minute)
  return { secretCode, userId, recovery: verified.body.data.recoveryCodes }
}

const over = { status: 401, body: { reason: 'challenge.over' } }

describe('a temporary password', () => {
  it('has to be replaced, and then the user is in and active', async () => {
    const { temporary, userId } = await invite('invited@example.com')
    const challenge = await challengeOf('invited@example.com', temporary)
    expect(challenge).toMatchObject({ challengeName: 'NEW_PASSWORD_REQUIRED', destination: null })
    expect(challenge).not.toHaveProperty('token')
    const weak = await newPassword(challenge.challengeUser, 'Invited-1-more')
    expect(weak.body.fields).toEqual({ newPassword: "Your password can't contain your username." })
    const same = await newPassword(challenge.challengeUser, temporary)
    expect(same).toMatchObject({ status: 400, body: { reason: 'password.same' } })
    const { body } = await newPassword(challenge.challengeUser)
    expect(body.data.user).toMatchObject({ userId, status: 'ACTIVE' })
    expect((await callFrom(test, 'identity/session', { token: body.data.token })).status).toBe(200)
    expect(await newPassword(challenge.challengeUser)).toMatchObject(over)
    expect((await signIn(test, 'invited@example.com', { password: temporary })).status).toBe(401)
    expect((await challengeOf('invited@example.com', own)).token).toBeTruthy()
    expect(await auditOf(test, 'invited@example.com')).toContain('password.changed')
  })

  it('works for seven days, and is then answered like a wrong one', async () => {
    const { temporary, userId } = await invite('late@example.com')
    test.clock.advance(7 * day)
    const answer = await signIn(test, 'late@example.com', { password: temporary })
    expect(answer).toMatchObject({ status: 401, body: { reason: 'sign_in.refused' } })
    expect((await admin.patch(`user-management/users/${userId}/resend-invitation`)).status).toBe(200)
    const fresh = await temporaryOf('late@example.com', 'invitation-resent')
    expect((await challengeOf('late@example.com', fresh)).challengeName).toBe('NEW_PASSWORD_REQUIRED')
  })

  it('stops working when the invitation is revoked, also for a sign-in that has begun', async () => {
    const { temporary, userId } = await invite('revoked@example.com')
    const { challengeUser } = await challengeOf('revoked@example.com', temporary)
    await admin.patch(`user-management/users/${userId}/status`, { status: 'DEACTIVATED' })
    expect(await newPassword(challengeUser)).toMatchObject(over)
    expect((await signIn(test, 'revoked@example.com', { password: temporary })).status).toBe(401)
  })
})

const inFullWidth = (code: string): string =>
  code.replaceAll(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)))

describe('a second factor', () => {
  it('is asked for after the password, and opens the session as it was asked for', async () => {
    const { secretCode, userId } = await withAuthenticator('careful@example.com')
    const asked = await signIn(test, 'careful@example.com', { remember: true, refresh: 'cookie' })
    expect(asked.body.data.challengeName).toBe('SOFTWARE_TOKEN_MFA')
    expect(asked.headers['set-cookie']).toBeUndefined()
    const answer = await answerWith('verify-mfa', {
      challengeUser: asked.body.data.challengeUser,
      challengeName: 'SOFTWARE_TOKEN_MFA',
      code: given.codeOf(secretCode),
    })
    expect(answer.body.data).toMatchObject({ refreshToken: null, user: { userId, mfaEnabled: true } })
    expect(String(answer.headers['set-cookie'])).toContain('Max-Age')
  })

  it('takes digits in full width, and counts wrong ones as a try', async () => {
    const { secretCode } = await withAuthenticator('wide@example.com')
    const { challengeUser } = await challengeOf('wide@example.com')
    const body = { challengeUser, challengeName: 'SOFTWARE_TOKEN_MFA' }
    const wrong = { ...body, code: inFullWidth(given.wrongCodeOf(secretCode)) }
    expect(await answerWith('verify-mfa', wrong)).toMatchObject({
      status: 400,
      body: { fields: { code: 'Invalid code received for user' } },
    })
    expect((await auditOf(test, 'wide@example.com')).filter((one) => one === 'sign_in.refused')).toHaveLength(
      1,
    )
    const right = { ...body, code: inFullWidth(given.codeOf(secretCode)) }
    expect((await answerWith('verify-mfa', right)).body.data.token).toBeTruthy()
  })

  it('may be a text message, of which there is another after thirty seconds', async () => {
    const { user, phoneNumber } = await given.withPhone()
    const { identity, users } = test.application.modules
    const { email } = (await users.directory(test.tenantId)).byId.get(user.actor.userId) ?? { email: '' }
    const db = test.application.platform.database.tenant(test.tenantId)
    await transact(db, (tx) => identity.createCredential(tx, test.tenantId, user.actor.userId, password))
    const challenge = await challengeOf(email)
    expect(challenge).toMatchObject({
      challengeName: 'SMS_MFA',
      destination: `•••• ${phoneNumber.slice(-4)}`,
    })
    const { challengeUser } = challenge
    expect((await answerWith('resend-mfa', { challengeUser })).status).toBe(429)
    test.clock.advance(31_000)
    const sent = await answerWith('resend-mfa', { challengeUser })
    expect(sent.body.data).toMatchObject({ sent: true })
    const body = { challengeUser, challengeName: 'SMS_MFA' }
    const wrong = await answerWith('verify-mfa', { ...body, code: 'nonsense' })
    expect(wrong.body.fields).toEqual({ code: 'Invalid code or auth state for the user.' })
    const code = codeIn(await given.latestText(phoneNumber))
    expect((await answerWith('verify-mfa', { ...body, code })).body.data.token).toBeTruthy()
  })

  it('takes five tries of a sign-in, and then it is over', async () => {
    const { secretCode } = await withAuthenticator('tried@example.com')
    const { challengeUser } = await challengeOf('tried@example.com')
    const wrong = { challengeUser, challengeName: 'SOFTWARE_TOKEN_MFA', code: given.wrongCodeOf(secretCode) }
    for (let attempt = 0; attempt < 5; attempt += 1) {
      expect(await answerWith('verify-mfa', wrong)).toMatchObject({
        status: 400,
        body: { fields: { code: 'Invalid code received for user' } },
      })
    }
    const right = { ...wrong, code: given.codeOf(secretCode) }
    expect(await answerWith('verify-mfa', right)).toMatchObject({
      status: 401,
      body: { reason: 'challenge.over', message: 'Too many wrong codes. Log in again.' },
    })
    const noted = await auditOf(test, 'tried@example.com')
    expect(noted.filter((action) => action === 'sign_in.refused')).toHaveLength(5)
  })

  it('cannot be guessed by beginning again and again', async () => {
    const { secretCode } = await withAuthenticator('hunted@example.com')
    const statuses: number[] = []
    for (let round = 0; round < 3; round += 1) {
      const { challengeUser } = await challengeOf('hunted@example.com')
      const guess = {
        challengeUser,
        challengeName: 'SOFTWARE_TOKEN_MFA',
        code: given.wrongCodeOf(secretCode),
      }
      for (let attempt = 0; attempt < 5; attempt += 1) {
        statuses.push((await answerWith('verify-mfa', guess)).status)
      }
    }
    expect(statuses.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 400))
    expect(statuses.slice(10)).toEqual(Array.from({ length: 5 }, () => 429))
  })

  it('gives way to a recovery code, once', async () => {
    const { recovery } = await withAuthenticator('lost@example.com')
    const answer = async () => {
      const { challengeUser } = await challengeOf('lost@example.com')
      const body = { challengeUser, challengeName: 'SOFTWARE_TOKEN_MFA', code: recovery[0] }
      return (await answerWith('verify-mfa', body)).status
    }
    expect(await answer()).toBe(200)
    expect(await answer()).toBe(400)
  })

  it('has ten minutes, and is not another kind of challenge', async () => {
    const { secretCode } = await withAuthenticator('slow@example.com')
    const { challengeUser } = await challengeOf('slow@example.com')
    expect(await newPassword(challengeUser)).toMatchObject(over)
    expect(await answerWith('resend-mfa', { challengeUser })).toMatchObject(over)
    test.clock.advance(10 * minute)
    const code = given.codeOf(secretCode)
    const body = { challengeUser, challengeName: 'SOFTWARE_TOKEN_MFA', code }
    expect(await answerWith('verify-mfa', body)).toMatchObject(over)
    expect(await answerWith('verify-mfa', { ...body, challengeUser: 'x' })).toMatchObject(over)
  })
})

describe('a company that asks for a second factor', () => {
  it('lets nobody in without one, and has it set up on the way', async () => {
    const userId = await newLogin(test, 'setup@example.com')
    await confirm(test, admin)
    await admin.patch('identity/sign-in-settings', { mfaRequired: true })
    try {
      const { challengeName, challengeUser } = await challengeOf('setup@example.com')
      expect(challengeName).toBe('MFA_SETUP')
      const { secretCode } = (await answerWith('mfa-set-up', { challengeUser })).body.data
      const wrong = { challengeUser, code: given.wrongCodeOf(secretCode) }
      expect((await answerWith('mfa-set-up/verify', wrong)).status).toBe(400)
      const right = { challengeUser, code: given.codeOf(secretCode) }
      const { body } = await answerWith('mfa-set-up/verify', right)
      expect(body.data.user).toMatchObject({ userId, mfaEnabled: true })
      expect(body.data.recoveryCodes).toHaveLength(10)
      expect((await callFrom(test, 'identity/session', { token: body.data.token })).status).toBe(200)
      expect((await challengeOf('setup@example.com')).challengeName).toBe('SOFTWARE_TOKEN_MFA')
    } finally {
      await admin.patch('identity/sign-in-settings', { mfaRequired: false })
    }
  })

  it('asks those it invites for both', async () => {
    const { temporary } = await invite('newcomer@example.com')
    await confirm(test, admin)
    await admin.patch('identity/sign-in-settings', { mfaRequired: true })
    try {
      const { challengeUser } = await challengeOf('newcomer@example.com', temporary)
      const { body } = await newPassword(challengeUser)
      expect(body.data.challengeName).toBe('MFA_SETUP')
    } finally {
      await admin.patch('identity/sign-in-settings', { mfaRequired: false })
    }
  })
})
