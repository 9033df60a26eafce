import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Answer, type Client, type TestApp } from '../../../test/harness.ts'
import { transact } from '../../platform/db/database.ts'
import { confirm } from '../../../test/sign-in.ts'
import { codeIn, dataOf, factorFixture, type FactorFixture } from '../../../test/second-factor.ts'

const minute = 60_000
const hour = 60 * minute
const password = 'Quiet-harbour-42'

let app: TestApp
let admin: Client
let given: FactorFixture

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
  given = factorFixture(app)
})
afterAll(() => app.stop())

/** Signs the user in by the password. */
async function signIn({ actor }: Client): Promise<Answer['body']> {
  const { tenantId, userId } = actor
  const { identity, users } = app.application.modules
  const username = (await users.directory(tenantId)).byId.get(userId)?.email
  await transact(app.application.platform.database.tenant(tenantId), (tx) =>
    identity.createCredential(tx, tenantId, userId, password),
  )
  return dataOf(await app.anonymous.post('identity/sign-in', { username, password }))
}

const answer = (challenge: Answer['body'], code: string) =>
  app.anonymous.post('identity/verify-mfa', {
    challengeUser: challenge.challengeUser,
    challengeName: challenge.challengeName,
    code,
  })

describe('logging in with an authenticator', () => {
  it('asks for its code, and starts a session with it', async () => {
    const { user, secretCode } = await given.withAuthenticator()
    const challenge = await signIn(user)
    expect(challenge).toMatchObject({ challengeName: 'SOFTWARE_TOKEN_MFA', destination: null })
    expect(challenge.token).toBeUndefined()
    const wrong = await answer(challenge, given.wrongCodeOf(secretCode))
    expect(wrong).toMatchObject({
      status: 400,
      body: { reason: 'mfa.code_mismatch', message: 'Invalid code received for user' },
    })
    const signedIn = dataOf(await answer(challenge, given.codeOf(secretCode)))
    expect(signedIn).toMatchObject({ token: expect.any(String), user: { userId: user.actor.userId } })
    expect((await answer(challenge, given.codeOf(secretCode))).status).toBe(401)
  })

  it('takes a code once: at the same moment, and at another sign-in', async () => {
    const { user, secretCode } = await given.withAuthenticator()
    const challenges = [await signIn(user), await signIn(user), await signIn(user)]
    const code = given.codeOf(secretCode)
    const answers = await Promise.all(challenges.map((challenge) => answer(challenge, code)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400])
    const [first, second] = await Promise.all([0, 1].map(() => answer(challenges[0], code)))
    expect([first?.status, second?.status].includes(200)).toBe(false)
  })

  it('ends after five wrong codes, and for an hour after ten', async () => {
    const { user, secretCode } = await given.withAuthenticator()
    for (const _ of [1, 2]) {
      const challenge = await signIn(user)
      const tries = Array.from({ length: 5 }, () => answer(challenge, given.wrongCodeOf(secretCode)))
      expect((await Promise.all(tries)).map(({ status }) => status)).toEqual(tries.map(() => 400))
      expect((await answer(challenge, given.codeOf(secretCode))).status).toBe(401)
    }
    const right = await answer(await signIn(user), given.codeOf(secretCode))
    expect(right).toMatchObject({ status: 429, body: { reason: 'mfa.limit_exceeded' } })
    app.clock.advance(hour)
    dataOf(await answer(await signIn(user), given.codeOf(secretCode)))
  })

  it('takes a recovery code instead, once', async () => {
    const { user, recoveryCodes } = await given.withAuthenticator()
    const code = recoveryCodes[3] as string
    expect(dataOf(await answer(await signIn(user), code)).token).toBeDefined()
    expect((await answer(await signIn(user), code)).status).toBe(400)
    expect((await given.noted(user)).at(-1)).toBe('mfa.recovery_code_used')
  })

  it('takes no code after ten minutes', async () => {
    const { user, secretCode } = await given.withAuthenticator()
    const challenge = await signIn(user)
    app.clock.advance(10 * minute)
    expect((await answer(challenge, given.codeOf(secretCode))).status).toBe(401)
  })
})

describe('logging in with text messages', () => {
  it('sends a code, and another after 30 seconds', async () => {
    const { user, phoneNumber } = await given.withPhone()
    const challenge = await signIn(user)
    expect(challenge).toMatchObject({
      challengeName: 'SMS_MFA',
      destination: `•••• ${phoneNumber.slice(-4)}`,
    })
    const again = () => app.anonymous.post('identity/resend-mfa', { challengeUser: challenge.challengeUser })
    expect(await again()).toMatchObject({ status: 429, body: { reason: 'mfa.limit_exceeded' } })
    app.clock.advance(30_000)
    expect(dataOf(await again())).toMatchObject({ sent: true })
    const code = codeIn(await given.latestText(phoneNumber))
    dataOf(await answer(challenge, code))
  })

  it('says so when the factor was turned off meanwhile', async () => {
    const { user } = await given.withPhone()
    const { challengeUser } = await signIn(user)
    await given.disable(user, admin.actor)
    const resent = await app.anonymous.post('identity/resend-mfa', { challengeUser })
    expect(resent).toMatchObject({ status: 409, body: { reason: 'mfa.off' } })
  })
})

describe('where the company asks for a second factor', () => {
  beforeAll(async () => {
    await confirm(app, admin)
    dataOf(await admin.patch('identity/sign-in-settings', { mfaRequired: true }))
  })
  afterAll(async () => {
    await confirm(app, admin)
    dataOf(await admin.patch('identity/sign-in-settings', { mfaRequired: false }))
  })

  it('sets one up in the midst of logging in', async () => {
    const user = await app.newUser('viewer')
    const { challengeName, challengeUser } = await signIn(user)
    expect(challengeName).toBe('MFA_SETUP')
    const verify = (code: string) => app.anonymous.post('identity/mfa-set-up/verify', { challengeUser, code })
    expect((await verify('123456')).body.reason).toBe('mfa.not_begun')
    const { secretCode, url } = dataOf(await app.anonymous.post('identity/mfa-set-up', { challengeUser }))
    expect(url).toContain('Steward')
    expect((await verify(given.wrongCodeOf(secretCode))).body.reason).toBe('mfa.enable_failed')
    const signedIn = dataOf(await verify(given.codeOf(secretCode)))
    expect(signedIn.recoveryCodes).toHaveLength(10)
    expect(signedIn.user).toMatchObject({ userId: user.actor.userId, mfaEnabled: true })
    expect(await given.mailsTo(user)).toContain('second-factor-on')
    expect((await app.anonymous.post('identity/mfa-set-up', { challengeUser })).status).toBe(401)
    const refused = await user.put('identity/mfa/preference', { preferredMFA: 'NOMFA' })
    expect(refused).toMatchObject({ status: 403, body: { reason: 'mfa.required' } })
    expect((await signIn(user)).challengeName).toBe('SOFTWARE_TOKEN_MFA')
  })

  it('leaves five tries', async () => {
    const { challengeUser } = await signIn(await app.newUser('viewer'))
    const { secretCode } = dataOf(await app.anonymous.post('identity/mfa-set-up', { challengeUser }))
    const verify = (code: string) => app.anonymous.post('identity/mfa-set-up/verify', { challengeUser, code })
    for (let round = 0; round < 5; round += 1) {
      expect((await verify(given.wrongCodeOf(secretCode))).status).toBe(400)
    }
    expect((await verify(given.codeOf(secretCode))).status).toBe(401)
  })

  it('does not replace a factor that was set up meanwhile', async () => {
    const user = await app.newUser('viewer')
    const { challengeUser } = await signIn(user)
    const { secretCode } = dataOf(await user.post('identity/mfa/authenticator'))
    const code = given.codeOf(secretCode)
    dataOf(await user.post('identity/mfa/authenticator/verify', { code }))
    const begun = await app.anonymous.post('identity/mfa-set-up', { challengeUser })
    expect(begun).toMatchObject({ status: 409, body: { reason: 'mfa.already_on' } })
  })
})

it('is over when an administrator takes the factor away', async () => {
  const { user } = await given.withAuthenticator()
  const { userId } = user.actor
  const shown = async () =>
    dataOf(await admin.get('users')).find((one: { userId: number }) => one.userId === userId)
  expect((await shown()).mfaEnabled).toBe(true)
  dataOf(await admin.patch(`user-management/users/${userId}/disable-mfa`))
  expect((await shown()).mfaEnabled).toBe(false)
  expect((await signIn(user)).token).toBeDefined()
})
