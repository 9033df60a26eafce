import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { codeIn, dataOf, factorFixture, type FactorFixture } from '../../../test/second-factor.ts'

const second = 1000
const minute = 60 * second

let app: TestApp
let admin: Client
let given: FactorFixture

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
  given = factorFixture(app)
})
afterAll(() => app.stop())

describe('setting an authenticator up', () => {
  it('turns it on with the first code, and gives recovery codes', async () => {
    const user = await app.newUser('viewer')
    expect(dataOf(await user.get('identity/mfa'))).toEqual({
      preferredMFA: 'NOMFA',
      required: false,
      mobileNumber: null,
      hasAuthenticator: false,
      recoveryCodesLeft: 0,
      changedAt: null,
    })
    const { secretCode, url } = dataOf(await user.post('identity/mfa/authenticator'))
    expect(url).toMatch(/^otpauth:\/\/totp\/Steward:user.*issuer=Steward/)
    expect(url).toContain(`secret=${secretCode}`)
    const wrong = await user.post('identity/mfa/authenticator/verify', {
      code: given.wrongCodeOf(secretCode),
    })
    expect(wrong).toMatchObject({
      status: 400,
      body: {
        reason: 'mfa.enable_failed',
        message: 'Code mismatch and fail enable Software Token MFA',
        fields: { code: 'Code mismatch and fail enable Software Token MFA' },
      },
    })
    const code = given.codeOf(secretCode)
    const { recoveryCodes } = dataOf(await user.post('identity/mfa/authenticator/verify', { code }))
    expect(new Set(recoveryCodes).size).toBe(10)
    for (const one of recoveryCodes) expect(one).toMatch(/^[a-z2-9]{4}-[a-z2-9]{4}$/)
    expect(dataOf(await user.get('identity/mfa'))).toMatchObject({
      preferredMFA: 'TOTP',
      hasAuthenticator: true,
      recoveryCodesLeft: 10,
      changedAt: expect.any(String),
    })
    expect(await given.noted(user)).toEqual(['mfa.enabled', 'mfa.recovery_codes_made'])
    expect(await given.mailsTo(user)).toEqual(['second-factor-on'])
    const listed = dataOf(await admin.get('users'))
    expect(listed.find((one: { userId: number }) => one.userId === user.actor.userId).mfaEnabled).toBe(true)
    const { rows } = await app.application.platform.database.owner.query(
      'select f::text || (select string_agg(r::text, chr(10)) from recovery_code r) "all" from second_factor f',
    )
    for (const { all } of rows) expect(all).not.toMatch(new RegExp([secretCode, ...recoveryCodes].join('|')))
  })

  it('leaves the one in use as it is until the new one is verified', async () => {
    const { user, secretCode } = await given.withAuthenticator()
    const { secretCode: next } = dataOf(await user.post('identity/mfa/authenticator'))
    expect(await given.verify(user, 'SOFTWARE_TOKEN_MFA', given.codeOf(secretCode))).toBe(true)
    const answer = dataOf(await user.post('identity/mfa/authenticator/verify', { code: given.codeOf(next) }))
    expect(answer.recoveryCodes).toBeNull()
    app.clock.advance(minute)
    expect(await given.verify(user, 'SOFTWARE_TOKEN_MFA', given.codeOf(secretCode))).toBe(false)
    expect(await given.verify(user, 'SOFTWARE_TOKEN_MFA', given.codeOf(next))).toBe(true)
  })

  it('has to be begun first, and takes six digits', async () => {
    const user = await app.newUser('viewer')
    const path = 'identity/mfa/authenticator/verify'
    expect(await user.post(path, { code: '123456' })).toMatchObject({
      status: 409,
      body: { reason: 'mfa.not_begun' },
    })
    expect((await user.post(path, { code: '12345a' })).body.fields).toEqual({
      code: 'The code has 6 digits.',
    })
  })
})

describe('verifying a phone', () => {
  it('makes text messages the factor', async () => {
    const { user, phoneNumber } = await given.withPhone()
    expect(dataOf(await user.get('identity/mfa'))).toMatchObject({
      preferredMFA: 'SMS',
      mobileNumber: `•••• ${phoneNumber.slice(-4)}`,
      hasAuthenticator: false,
      recoveryCodesLeft: 10,
    })
    expect(await given.mailsTo(user)).toEqual(['second-factor-on'])
  })

  it('is refused with a wrong code, which stops after five tries', async () => {
    const user = await app.newUser('viewer')
    dataOf(await user.post('identity/mfa/phone', { phoneNumber: '+442071830001' }))
    const code = codeIn(await given.latestText('+442071830001'))
    const wrong = code === '000000' ? '111111' : '000000'
    for (let round = 0; round < 5; round += 1) {
      expect(await user.post('identity/mfa/phone/verify', { code: wrong })).toMatchObject({
        status: 400,
        body: {
          reason: 'mfa.code_mismatch',
          message: 'Invalid verification code provided, please try again.',
        },
      })
    }
    expect((await user.post('identity/mfa/phone/verify', { code })).body.reason).toBe('mfa.code_mismatch')
    expect(dataOf(await user.get('identity/mfa')).preferredMFA).toBe('NOMFA')
  })

  it('sends another code after 30 seconds, and ten in an hour', async () => {
    const user = await app.newUser('viewer')
    const ask = () => user.post('identity/mfa/phone', { phoneNumber: '+442071830002' })
    const limited = { status: 429, body: { reason: 'mfa.limit_exceeded' } }
    const { nextAt } = dataOf(await ask())
    const first = codeIn(await given.latestText('+442071830002'))
    expect(await ask()).toMatchObject(limited)
    app.clock.advance(Date.parse(nextAt) - app.clock.now().getTime())
    dataOf(await ask())
    const later = codeIn(await given.latestText('+442071830002'))
    if (first !== later) {
      const stale = await user.post('identity/mfa/phone/verify', { code: first })
      expect(stale.body.reason).toBe('mfa.code_mismatch')
    }
    for (let round = 2; round < 10; round += 1) {
      app.clock.advance(30 * second)
      dataOf(await ask())
    }
    app.clock.advance(30 * second)
    expect(await ask()).toMatchObject(limited)
  })

  it.each(['02071838750', '+0441234567', 'call me', '+44 207'])(
    'needs a number with a plus: %s',
    async (phoneNumber) => {
      const { status, body } = await admin.post('identity/mfa/phone', { phoneNumber })
      expect([status, Object.keys(body.fields)]).toEqual([400, ['phoneNumber']])
    },
  )
})

describe('a change of the factor', () => {
  it.each([
    ['POST', 'mfa/phone', { phoneNumber: '+442071830003' }],
    ['POST', 'mfa/phone/verify', { code: '123456' }],
    ['POST', 'mfa/authenticator', undefined],
    ['POST', 'mfa/authenticator/verify', { code: '123456' }],
    ['PUT', 'mfa/preference', { preferredMFA: 'NOMFA' }],
    ['POST', 'mfa/recovery-codes', undefined],
  ] as const)('needs a password that was confirmed lately: %s %s', async (method, path, body) => {
    const user = await app.newUser('viewer')
    app.clock.advance(11 * minute)
    const send = method === 'PUT' ? user.put : user.post
    expect(await send(`identity/${path}`, body)).toMatchObject({
      status: 403,
      body: { reason: 'session.confirm', message: 'Confirm your password first.' },
    })
  })

  it('chooses among what was verified, and tells the user', async () => {
    const { user } = await given.withPhone()
    const prefer = (preferredMFA: string) => user.put('identity/mfa/preference', { preferredMFA })
    expect((await prefer('TOTP')).body.fields).toEqual({
      preferredMFA: 'Set up an authenticator app first.',
    })
    expect(dataOf(await prefer('NOMFA'))).toMatchObject({ preferredMFA: 'NOMFA', recoveryCodesLeft: 10 })
    expect(dataOf(await prefer('NOMFA')).preferredMFA).toBe('NOMFA')
    expect(dataOf(await prefer('SMS')).preferredMFA).toBe('SMS')
    expect(await given.mailsTo(user)).toEqual(['second-factor-on', 'second-factor-off', 'second-factor-on'])
    expect((await given.noted(user)).slice(2)).toEqual(['mfa.disabled', 'mfa.enabled'])
  })

  it('makes new recovery codes in place of the old ones, where a factor is on', async () => {
    const { user, recoveryCodes } = await given.withAuthenticator()
    const { codes } = dataOf(await user.post('identity/mfa/recovery-codes'))
    expect(codes).toHaveLength(10)
    expect(await given.verify(user, 'SOFTWARE_TOKEN_MFA', recoveryCodes[0] as string)).toBe(false)
    expect(await given.verify(user, 'SOFTWARE_TOKEN_MFA', codes[0])).toBe(true)
    const without = await app.newUser('viewer')
    expect((await without.post('identity/mfa/recovery-codes')).body.reason).toBe('mfa.off')
  })
})

describe('an administrator', () => {
  it('takes the factor of a user away, with its recovery codes', async () => {
    const { user, secretCode, recoveryCodes } = await given.withAuthenticator()
    await given.disable(user, admin.actor)
    expect(dataOf(await user.get('identity/mfa'))).toMatchObject({
      preferredMFA: 'NOMFA',
      hasAuthenticator: false,
      recoveryCodesLeft: 0,
    })
    expect(await given.verify(user, 'SOFTWARE_TOKEN_MFA', given.codeOf(secretCode))).toBe(false)
    expect(await given.verify(user, 'SOFTWARE_TOKEN_MFA', recoveryCodes[0] as string)).toBe(false)
    expect((await given.mailsTo(user))[0]).toBe('second-factor-disabled')
    expect((await given.noted(user)).at(-1)).toBe('mfa.disabled_by_administrator')
    await given.disable(user, admin.actor)
    expect(await given.mailsTo(user)).toHaveLength(2)
  })

  it('is given back to whoever lost it by those who run Steward, who are written down', async () => {
    const { user } = await given.withAuthenticator('administrator')
    const { rows } = await app.application.platform.database.owner.query<{ email: string }>(
      'select email from app_user where user_id = $1',
      [user.actor.userId],
    )
    const [{ email } = { email: '' }] = rows
    const { disableMfaOf } = app.application.modules.secondFactor
    expect(await disableMfaOf(email.toUpperCase())).toBe(true)
    expect(dataOf(await user.get('identity/mfa')).preferredMFA).toBe('NOMFA')
    expect((await given.mailsTo(user))[0]).toBe('second-factor-disabled')
    expect((await given.noted(user)).at(-1)).toBe('mfa.disabled_by_operator')
    expect(await disableMfaOf(email)).toBe(false)
    expect(await disableMfaOf('nobody@example.com')).toBeUndefined()
  })

  it('turns their own off only as everybody does, and never by an API token', async () => {
    const { user } = await given.withAuthenticator('administrator')
    await expect(given.disable(user, user.actor)).rejects.toMatchObject({ reason: 'mfa.own' })
    const token = {
      ...admin.actor,
      sessionId: null,
      via: { kind: 'apiToken' as const, id: 1, name: 'Export' },
    }
    await expect(given.disable(user, token)).rejects.toMatchObject({ reason: 'session.needed' })
    expect(dataOf(await user.get('identity/mfa')).preferredMFA).toBe('TOTP')
  })
})
