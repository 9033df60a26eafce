import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { codeIn, dataOf, factorFixture, type FactorFixture } from '../../../test/second-factor.ts'
import { recoveryCodeOf } from './factor.rules.ts'

const minute = 60_000
const hour = 60 * minute

let app: TestApp
let given: FactorFixture

beforeAll(async () => {
  app = await startTestApp()
  given = factorFixture(app)
})
afterAll(() => app.stop())

describe('a code', () => {
  it('counts half a minute early or late, and no more', async () => {
    const { user, secretCode } = await given.withAuthenticator()
    // The middle of a time step: the code is for 15 seconds before and after.
    const at = Math.ceil((app.clock.now().getTime() + hour) / 30_000) * 30_000 + 15_000
    const code = given.codeOf(secretCode, new Date(at))
    const verifyAt = (offset: number) => given.verify(user, 'SOFTWARE_TOKEN_MFA', code, new Date(at + offset))
    expect(await verifyAt(-45_001)).toBe(false)
    expect(await verifyAt(45_000)).toBe(false)
    expect(await verifyAt(-45_000)).toBe(true)
    expect(await verifyAt(44_999)).toBe(false)
  })

  it('of an authenticator works once, also when it comes twice at the same moment', async () => {
    const { user, secretCode } = await given.withAuthenticator()
    const code = given.codeOf(secretCode)
    const tries = Array.from({ length: 5 }, () => given.verify(user, 'SOFTWARE_TOKEN_MFA', code))
    expect((await Promise.all(tries)).filter(Boolean)).toHaveLength(1)
  })

  it('of the set-up does not work for logging in', async () => {
    const user = await app.newUser('viewer')
    const { secretCode } = dataOf(await user.post('identity/mfa/authenticator'))
    const code = given.codeOf(secretCode)
    dataOf(await user.post('identity/mfa/authenticator/verify', { code }))
    expect(await given.verify(user, 'SOFTWARE_TOKEN_MFA', code)).toBe(false)
  })

  it('by text message works once, for ten minutes', async () => {
    const { user, phoneNumber } = await given.withPhone()
    expect(await given.sendCode(user)).toMatchObject({ sent: true })
    expect(await given.sendCode(user)).toMatchObject({ sent: false })
    const code = codeIn(await given.latestText(phoneNumber))
    const tries = await Promise.all([
      given.verify(user, 'SMS_MFA', code),
      given.verify(user, 'SMS_MFA', code),
    ])
    expect(tries.toSorted()).toEqual([false, true])
    app.clock.advance(minute)
    await given.sendCode(user)
    const late = codeIn(await given.latestText(phoneNumber))
    app.clock.advance(10 * minute)
    expect(await given.verify(user, 'SMS_MFA', late)).toBe(false)
  })

  it('cannot be guessed: after ten wrong ones the right one waits an hour', async () => {
    const { user, secretCode } = await given.withAuthenticator()
    const wrong = given.wrongCodeOf(secretCode)
    const guesses = Array.from({ length: 10 }, () => given.verify(user, 'SOFTWARE_TOKEN_MFA', wrong))
    expect(await Promise.all(guesses)).toEqual(guesses.map(() => false))
    await expect(given.verify(user, 'SOFTWARE_TOKEN_MFA', given.codeOf(secretCode))).rejects.toMatchObject({
      code: 'rate_limited',
      reason: 'mfa.limit_exceeded',
    })
    app.clock.advance(hour)
    expect(await given.verify(user, 'SOFTWARE_TOKEN_MFA', given.codeOf(secretCode))).toBe(true)
  })

  it('for recovery works once, however it is typed, in place of either kind', async () => {
    const { user, recoveryCodes } = await given.withAuthenticator()
    const [first, other] = recoveryCodes as [string, string]
    const typed = ` ${first.toUpperCase().replace('-', ' ')}`
    const tries = Array.from({ length: 3 }, () => given.verify(user, 'SOFTWARE_TOKEN_MFA', typed))
    expect((await Promise.all(tries)).filter(Boolean)).toHaveLength(1)
    expect(dataOf(await user.get('identity/mfa')).recoveryCodesLeft).toBe(9)
    expect((await given.noted(user)).at(-1)).toBe('mfa.recovery_code_used')
    expect(await given.verify(await app.newUser('viewer'), 'SOFTWARE_TOKEN_MFA', other)).toBe(false)
    expect(recoveryCodeOf('k7fq2m9x')).toBe('k7fq-2m9x')
    expect(recoveryCodeOf('k7fq-2m9')).toBeNull()
    expect(recoveryCodeOf('k7fq-2m0x')).toBeNull()
  })
})
