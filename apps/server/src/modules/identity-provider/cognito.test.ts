import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Answer, type Client, type TestApp } from '../../../test/harness.ts'
import { transact } from '../../platform/db/database.ts'
import { verifyDomains } from '../../../test/verified-domains.ts'
import { sentCode, signInAtPool, startLocalPool, userWithSms, type LocalPool } from './cognito.fixture.ts'

const password = 'Correct-horse-7'
const ownPassword = 'Kept-by-Steward-7'

let test: TestApp
let pool: LocalPool
let admin: Client

beforeAll(async () => {
  ;[test, pool] = await Promise.all([startTestApp({ ALLOW_PRIVATE_ADDRESSES: 'on' }), startLocalPool()])
  admin = await test.as('administrator')
  const { status, body } = await admin.patch('identity/sign-in-settings', {
    provider: 'cognito',
    cognito: pool.settings,
    domains: ['people.example'],
  })
  expect(status, JSON.stringify(body)).toBe(200)
  await verifyDomains(test)
})
afterAll(() => Promise.all([test.stop(), pool.stop()]))

const signIn = (username: string, typed = password): Promise<Answer> =>
  test.anonymous.post('identity/sign-in', { username, password: typed })

async function sessionOf(token: string): Promise<Answer> {
  const answer = await test.application.app.inject({
    method: 'GET',
    url: '/api/identity/session',
    headers: { authorization: `Bearer ${token}` },
  })
  return { status: answer.statusCode, body: answer.json(), headers: answer.headers }
}

async function giveOwnPassword({ actor }: Client): Promise<void> {
  const { application } = test
  const { tenantId, userId } = actor
  await transact(application.platform.database.tenant(tenantId), (tx) =>
    application.modules.identity.createCredential(tx, tenantId, userId, ownPassword),
  )
}

/** A user of both sides. */
async function newPerson(email: string, about?: Parameters<LocalPool['addUser']>[2]): Promise<Client> {
  await pool.addUser(email, password, about)
  return test.newUser('manager', email)
}

describe('GET /tenant/:username', () => {
  it('tells the user pool to everybody with an address of the domain, known or not', async () => {
    await newPerson('known@people.example')
    const answers = await Promise.all(
      ['known@people.example', 'unknown@people.example'].map((name) => test.anonymous.get(`tenant/${name}`)),
    )
    const { region, userPoolId, userPoolWebClientId } = pool.settings
    for (const { body } of answers) {
      expect(body.data).toEqual({
        provider: 'cognito',
        region,
        userPoolId,
        userPoolWebClientId,
        passwordMaxLength: 30,
        signInUrl: null,
      })
    }
  })

  it('tells it to anybody while there is one company, and else by the domain only', async () => {
    expect((await test.anonymous.get('tenant/somebody@elsewhere.example')).body.data.provider).toBe('cognito')
    await test.foreigner()
    expect((await test.anonymous.get('tenant/somebody@elsewhere.example')).body.data.provider).toBe(
      'built-in',
    )
    expect((await test.anonymous.get('tenant/no-address')).body.data.provider).toBe('built-in')
    expect((await test.anonymous.get('tenant/x@PEOPLE.example')).body.data.provider).toBe('cognito')
  })
})

describe('POST /identity/sign-in of a company with a user pool', () => {
  it('starts a session for the user who has the verified address', async () => {
    const person = await newPerson('anna@people.example')
    const { status, body } = await signIn('Anna@people.example'.toLowerCase())
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body.data.user).toMatchObject({ userId: person.actor.userId, email: 'anna@people.example' })
    expect((await sessionOf(body.data.token)).body.data.user.userId).toBe(person.actor.userId)
  })

  it('starts it for the user whose id the user pool keeps', async () => {
    const { actor } = await test.newUser('viewer', 'old-address@people.example')
    await pool.addUser('new-address@people.example', password, { userId: actor.userId })
    expect((await signIn('new-address@people.example')).body.data.user.userId).toBe(actor.userId)
  })

  it('answers a wrong password and an unknown name alike', async () => {
    await newPerson('ben@people.example')
    const answers = await Promise.all([
      signIn('ben@people.example', 'wrong'),
      signIn('nobody@people.example'),
      signIn('ben@people.example', ownPassword),
    ])
    for (const { status, body } of answers) {
      expect(status).toBe(401)
      expect(body).toMatchObject({ reason: 'sign_in.refused', message: 'Incorrect username or password' })
    }
  })

  it('passes on no password of a user of another company', async () => {
    const { actor } = await test.foreigner()
    const email = 'guest@people.example'
    const { owner } = test.application.platform.database
    await owner.query('update app_user set email = $2 where user_id = $1', [actor.userId, email])
    await test.application.modules.users.forget(actor.tenantId)
    await giveOwnPassword({ actor } as Client)
    // Were it asked, the pool would let them in as someone of its own company.
    const { actor: theirs } = await test.newUser('viewer', 'host@people.example')
    await pool.addUser(email, password, { userId: theirs.userId })
    expect((await signIn(email)).status).toBe(401)
    expect((await signIn(email, ownPassword)).body.data.user.userId).toBe(actor.userId)
  })

  it('lets nobody in who has no account here, or whose address was not verified', async () => {
    await pool.addUser('stranger@people.example', password)
    const stranger = await signIn('stranger@people.example')
    expect(stranger.status).toBe(401)
    expect(stranger.body.reason).toBe('provider.no_account')
    await newPerson('unverified@people.example', { verified: false })
    const unverified = await signIn('unverified@people.example')
    expect(unverified.status).toBe(401)
    expect(unverified.body.reason).toBe('provider.email_unverified')
  })

  it('lets nobody in who was deactivated', async () => {
    const { actor } = await newPerson('gone@people.example')
    const answer = await admin.patch(`user-management/users/${actor.userId}/status`, {
      status: 'DEACTIVATED',
    })
    expect(answer.status).toBe(200)
    const { status, body } = await signIn('gone@people.example')
    expect(status).toBe(401)
    expect(body.reason).toBe('provider.no_account')
  })

  it('makes somebody active who was invited', async () => {
    const { actor } = await newPerson('invited@people.example')
    await test.application.platform.database.owner.query(
      `update app_user set status = 'INVITED' where user_id = $1`,
      [actor.userId],
    )
    await test.application.modules.users.forget(test.tenantId)
    const { status, body } = await signIn('invited@people.example')
    expect(status).toBe(200)
    expect(body.data.user.status).toBe('ACTIVE')
  })

  it('asks for a new password where the pool does, and takes it', async () => {
    await newPerson('first@people.example', { temporary: true })
    const { status, body } = await signIn('first@people.example')
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ challengeName: 'NEW_PASSWORD_REQUIRED', destination: null })
    const { challengeUser } = body.data
    const newPassword = 'Another-horse-8'
    const done = await test.anonymous.post('identity/new-password', { challengeUser, newPassword })
    expect(done.status, JSON.stringify(done.body)).toBe(200)
    expect(done.body.data.user.email).toBe('first@people.example')
    expect((await signIn('first@people.example', newPassword)).status).toBe(200)
  })

  it('asks for a code by SMS where the pool does', async () => {
    const { email } = userWithSms
    await test.newUser('viewer', email)
    const { body } = await signIn(email)
    expect(body.data).toMatchObject({ challengeName: 'SMS_MFA', destination: '•••• 4821' })
    const { challengeUser, challengeName } = body.data
    const wrong = await test.anonymous.post('identity/verify-mfa', {
      challengeUser,
      challengeName,
      code: '000000',
    })
    expect(wrong.status).toBe(400)
    expect(wrong.body.fields).toEqual({ code: 'Invalid code or auth state for the user.' })
    const right = await test.anonymous.post('identity/verify-mfa', {
      challengeUser,
      challengeName,
      code: sentCode,
    })
    expect(right.status, JSON.stringify(right.body)).toBe(200)
    expect(right.body.data.user.email).toBe(email)
  })

  it('asks for the code of an authenticator where the pool does', async () => {
    const email = 'totp@people.example'
    await newPerson(email)
    const secret = await turnAuthenticatorOn(email)
    const { body } = await signIn(email)
    expect(body.data).toMatchObject({ challengeName: 'SOFTWARE_TOKEN_MFA', destination: null })
    const { challengeUser, challengeName } = body.data
    const wrong = await test.anonymous.post('identity/verify-mfa', {
      challengeUser,
      challengeName,
      code: '000000',
    })
    expect(wrong.body.fields).toEqual({ code: 'Invalid code received for user' })
    const code = totp(secret)
    const right = await test.anonymous.post('identity/verify-mfa', { challengeUser, challengeName, code })
    expect(right.status, JSON.stringify(right.body)).toBe(200)
  })

  it('takes an answer that comes too late, or was tampered with, for none', async () => {
    await newPerson('late@people.example', { temporary: true })
    const { challengeUser } = (await signIn('late@people.example')).body.data
    const answer = { newPassword: 'Another-horse-8' }
    const tampered = await test.anonymous.post('identity/new-password', {
      challengeUser: challengeUser.replace(/.{4}$/, 'AAAA'),
      ...answer,
    })
    expect([tampered.status, tampered.body.reason]).toEqual([401, 'challenge.over'])
    test.clock.advance(4 * 60_000)
    const late = await test.anonymous.post('identity/new-password', { challengeUser, ...answer })
    expect([late.status, late.body.reason]).toEqual([401, 'challenge.over'])
  })

  it('lets administrators in with the password that Steward keeps, and nobody else', async () => {
    await giveOwnPassword(await test.newUser('administrator', 'chief@people.example'))
    await giveOwnPassword(await test.newUser('manager', 'manager@people.example'))
    const chief = await signIn('chief@people.example', ownPassword)
    expect(chief.status, JSON.stringify(chief.body)).toBe(200)
    expect(chief.body.data.user.email).toBe('chief@people.example')
    expect((await signIn('manager@people.example', ownPassword)).status).toBe(401)
  })
})

describe('a forgotten password of a company with a user pool', () => {
  it('is set anew with the code that the pool sends', async () => {
    const username = 'forgetful@people.example'
    await newPerson(username)
    const asked = await test.anonymous.post('identity/forgot-password', { username })
    expect(asked.status).toBe(200)
    const next = 'Another-horse-9'
    const wrong = await test.anonymous.post('identity/reset-password', {
      username,
      code: '000000',
      password: next,
    })
    expect(wrong.status).toBe(400)
    expect(wrong.body.fields).toEqual({ code: 'Invalid verification code provided, please try again.' })
    const { token } = (await signIn(username)).body.data
    const right = await test.anonymous.post('identity/reset-password', {
      username,
      code: sentCode,
      password: next,
    })
    expect(right.status, JSON.stringify(right.body)).toBe(200)
    expect((await sessionOf(token)).status).toBe(401)
    expect((await signIn(username, next)).status).toBe(200)
  })

  it('tells nobody whether a name exists', async () => {
    const known = await test.anonymous.post('identity/forgot-password', { username: 'known@people.example' })
    const unknown = await test.anonymous.post('identity/forgot-password', {
      username: 'nobody@people.example',
    })
    expect([unknown.status, unknown.body.data.sent]).toEqual([known.status, known.body.data.sent])
    const body = { code: '000000', password: 'Another-horse-9' }
    const answers = await Promise.all(
      ['known@people.example', 'nobody@people.example'].map((username) =>
        test.anonymous.post('identity/reset-password', { username, ...body }),
      ),
    )
    expect(answers[0]?.body.fields).toEqual(answers[1]?.body.fields)
  })
})

async function accessTokenOf(email: string): Promise<string> {
  return (await signInAtPool(pool, email, password)).getAccessToken().getJwtToken()
}

const totp = (secret: string): string => new TOTP({ secret: Secret.fromBase32(secret) }).generate()

async function turnAuthenticatorOn(email: string): Promise<string> {
  const AccessToken = await accessTokenOf(email)
  const { SecretCode = '' } = await pool.admin.associateSoftwareToken({ AccessToken })
  await pool.admin.verifySoftwareToken({ AccessToken, UserCode: totp(SecretCode) })
  await pool.admin.setUserMFAPreference({
    AccessToken,
    SoftwareTokenMfaSettings: { Enabled: true, PreferredMfa: true },
  })
  return SecretCode
}
