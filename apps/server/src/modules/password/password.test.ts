import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Answer, type TestApp } from '../../../test/harness.ts'
import { good } from '../record/record.fixture.ts'
import { auditOf, callFrom, mailsTo, mailTo, newLogin, password, signIn } from '../../../test/sign-in.ts'

const minute = 60_000
const another = 'Another-horse-8'

let test: TestApp

beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.stop())

const forgot = (username: string): Promise<Answer> =>
  callFrom(test, 'identity/forgot-password', { body: { username } })

const ask = async (username: string) => (await forgot(username)).body.data

const reset = (username: string, code: string, given = another, from = '203.0.113.20'): Promise<Answer> =>
  callFrom(test, 'identity/reset-password', { body: { username, code, password: given }, from })

/** The code that was mailed last. */
async function codeFor(email: string): Promise<string> {
  const { text } = await mailTo(test, email, 'password-reset')
  return /^\s*([A-Z2-9]{6})\s*$/m.exec(text)?.[1] ?? ''
}

const wrongCode = {
  status: 400,
  body: {
    reason: 'reset.refused',
    fields: { code: 'Invalid verification code provided, please try again.' },
  },
}

async function tokenOf(email: string): Promise<string> {
  return (await signIn(test, email)).body.data.token
}

describe('a forgotten password', () => {
  it('is replaced by a code that is mailed; sessions end, and the user is told', async () => {
    await newLogin(test, 'forgetful@example.com')
    const token = await tokenOf('forgetful@example.com')
    const { data } = (await forgot('Forgetful@example.com')).body
    expect(data).toEqual({ done: true, nextAt: expect.any(String) })
    const code = await codeFor('forgetful@example.com')
    expect(await reset('forgetful@example.com', code)).toMatchObject({
      status: 200,
      body: { data: { done: true } },
    })
    expect((await callFrom(test, 'identity/session', { token })).status).toBe(401)
    expect((await signIn(test, 'forgetful@example.com')).status).toBe(401)
    expect((await signIn(test, 'forgetful@example.com', { password: another })).status).toBe(200)
    expect(await reset('forgetful@example.com', code)).toMatchObject(wrongCode)
    const templates = (await mailsTo(test, 'forgetful@example.com')).map(({ template }) => template)
    expect(templates).toEqual(expect.arrayContaining(['password-reset', 'password-changed']))
    expect(await auditOf(test, 'forgetful@example.com')).toEqual(
      expect.arrayContaining(['password.reset_requested', 'password.reset']),
    )
  })

  it('is replaced once by a code that is given twice at the same moment', async () => {
    await newLogin(test, 'hasty@example.com')
    await forgot('hasty@example.com')
    const code = await codeFor('hasty@example.com')
    const given = [another, `${another}8`]
    const answers = await Promise.all(given.map((one) => reset('hasty@example.com', code, one)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400])
    expect(answers.find(({ status }) => status === 400)).toMatchObject(wrongCode)
    const won = given[answers.findIndex(({ status }) => status === 200)] ?? ''
    expect((await signIn(test, 'hasty@example.com', { password: won })).status).toBe(200)
  })

  it('is answered the same where there is no account, and nobody is mailed', async () => {
    await newLogin(test, 'real@example.com')
    for (const done of [true, false]) {
      const [known, unknown] = [await forgot('real@example.com'), await forgot('unreal@example.com')]
      for (const { status, body } of [known, unknown]) {
        expect([status, body]).toEqual([200, { data: { done, nextAt: expect.any(String) } }])
      }
    }
    expect(await mailsTo(test, 'unreal@example.com')).toEqual([])
    const code = await codeFor('real@example.com')
    expect(await reset('unreal@example.com', code)).toMatchObject(wrongCode)
    expect(await reset('real@example.com', 'AAAAAA')).toMatchObject(wrongCode)
  })

  it('is mailed once in thirty seconds, and ten times in an hour', async () => {
    await newLogin(test, 'eager@example.com')
    const count = async () =>
      (await mailsTo(test, 'eager@example.com')).filter(({ template }) => template === 'password-reset')
        .length
    const begun = test.clock.now().getTime()
    const first = await ask(' EAGER@example.com')
    expect(first.done).toBe(true)
    const wait = new Date(first.nextAt).getTime() - begun
    expect(wait).toBeGreaterThanOrEqual(30_000)
    expect(wait).toBeLessThan(35_000)
    await count()
    expect(await ask(' EAGER@example.com')).toEqual({ done: false, nextAt: first.nextAt })
    expect(await count()).toBe(1)
    const answers: boolean[] = []
    for (let more = 0; more < 12; more += 1) {
      test.clock.advance(31_000)
      answers.push((await ask(' EAGER@example.com')).done)
      await count()
    }
    expect(answers.filter(Boolean)).toHaveLength(9)
    expect(await count()).toBe(10)
    const { nextAt } = await ask(' EAGER@example.com')
    expect(new Date(nextAt).getTime() - begun).toBeGreaterThanOrEqual(60 * minute)
    test.clock.advance(60 * minute)
    expect((await ask(' EAGER@example.com')).done).toBe(true)
  })

  it('takes a code for ten minutes, and only the latest', async () => {
    await newLogin(test, 'slow@example.com')
    await forgot('slow@example.com')
    const first = await codeFor('slow@example.com')
    test.clock.advance(minute)
    await forgot('slow@example.com')
    const second = await codeFor('slow@example.com')
    expect(await reset('slow@example.com', first)).toMatchObject(wrongCode)
    test.clock.advance(10 * minute)
    expect(await reset('slow@example.com', second)).toMatchObject(wrongCode)
  })

  it('takes a code for five tries: no more guesses, even with the right one', async () => {
    await newLogin(test, 'target@example.com')
    await forgot('target@example.com')
    const code = await codeFor('target@example.com')
    const guesses = await Promise.all(
      Array.from({ length: 5 }, (_, n) => reset('target@example.com', `AAAAA${n + 2}`)),
    )
    for (const guess of guesses) expect(guess).toMatchObject(wrongCode)
    expect(await reset('target@example.com', code)).toMatchObject(wrongCode)
    expect((await signIn(test, 'target@example.com')).status).toBe(200)
  })

  it('cannot be guessed on for many names from one address', async () => {
    const statuses: number[] = []
    for (let batch = 0; batch < 6; batch += 1) {
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, n) =>
          reset(`victim${batch}.${n}@example.com`, 'AAAAAA', another, '203.0.113.21'),
        ),
      )
      statuses.push(...answers.map(({ status }) => status))
    }
    expect(statuses.filter((status) => status === 400)).toHaveLength(100)
    expect(statuses.filter((status) => status === 429)).toHaveLength(20)
  })

  it('opens an account that is locked', async () => {
    await newLogin(test, 'locked@example.com')
    for (let attempt = 0; attempt < 10; attempt += 1) {
      await signIn(test, 'locked@example.com', { password: 'wrong' })
    }
    expect((await signIn(test, 'locked@example.com')).body.reason).toBe('sign_in.locked')
    await forgot('locked@example.com')
    const code = await codeFor('locked@example.com')
    expect((await reset('locked@example.com', code)).status).toBe(200)
    expect((await signIn(test, 'locked@example.com', { password: another })).status).toBe(200)
  })

  it('is not replaced for somebody who was deactivated', async () => {
    const userId = await newLogin(test, 'dismissed@example.com')
    const admin = await test.as('administrator')
    await admin.patch(`user-management/users/${userId}/status`, { status: 'DEACTIVATED' })
    await forgot('dismissed@example.com')
    expect(await mailsTo(test, 'dismissed@example.com')).toEqual([])
  })
})

describe('a new password', () => {
  it.each([
    ['short', 'Aa1-xyz', 'Your password still needs at least 8 characters.'],
    ['all small', 'correct-horse', 'Your password still needs an uppercase letter and a digit.'],
    [
      'without anything',
      'aaa',
      'an uppercase letter, a digit, a special character and at least 8 characters',
    ],
    ['the name', 'Carla.Mendes-1', "Your password can't contain your username."],
    ['common', 'P@ssw0rd1!', 'This is one of the most common passwords. Choose another one.'],
    ['common, longer', 'Sunshine-12', 'This is one of the most common passwords. Choose another one.'],
  ])('that is %s is refused: %s', async (_, given, sentence) => {
    const answer = await reset('carla.mendes@example.com', 'AAAAAA', given, '203.0.113.22')
    expect(answer).toMatchObject({ status: 400, body: { reason: 'password.weak' } })
    expect(answer.body.fields.password).toContain(sentence)
  })

  it('has at most 30 characters, until the company lifts or changes the limit', async () => {
    const long = `${another} and some more words ${'x'.repeat(80)}`
    const other = await startTestApp()
    try {
      await newLogin(other, 'long@example.com')
      const token = (await signIn(other, 'long@example.com')).body.data.token
      const change = (newPassword: string, currentPassword: string) =>
        callFrom(other, 'identity/change-password', { token, body: { currentPassword, newPassword } })
      const tooLong = { newPassword: 'Password can not contain more than 30 characters' }
      expect((await change(long, password)).body.fields).toEqual(tooLong)
      const admin = await other.as('administrator')
      good(await admin.patch('identity/sign-in-settings', { mfaRequired: false }))
      expect((await change(long, password)).body.fields).toEqual(tooLong)
      good(await admin.patch('identity/sign-in-settings', { passwordMaxLength: null }))
      expect((await change(long, password)).status).toBe(200)
      const set = await admin.patch('identity/sign-in-settings', { passwordMaxLength: 30 })
      expect(set.status, JSON.stringify(set.body)).toBe(200)
      const refused = await change(`${long}y`, long)
      expect(refused.body.fields).toEqual(tooLong)
      expect((await change(another, long)).status).toBe(200)
    } finally {
      await other.stop()
    }
  })
})

describe('changing the password', () => {
  it('needs the present one and ends the other sessions', async () => {
    await newLogin(test, 'changer@example.com')
    const token = await tokenOf('changer@example.com')
    const elsewhere = await tokenOf('changer@example.com')
    const change = (currentPassword: string, newPassword: string) =>
      callFrom(test, 'identity/change-password', { token, body: { currentPassword, newPassword } })
    expect(await change('wrong', another)).toMatchObject({
      status: 400,
      body: { reason: 'password.wrong', fields: { currentPassword: 'Incorrect password' } },
    })
    expect((await change(password, password)).body.reason).toBe('password.same')
    expect((await change(password, another)).status).toBe(200)
    expect((await callFrom(test, 'identity/session', { token })).status).toBe(200)
    expect((await callFrom(test, 'identity/session', { token: elsewhere })).status).toBe(401)
    expect((await signIn(test, 'changer@example.com', { password: another })).status).toBe(200)
    expect((await mailsTo(test, 'changer@example.com')).map(({ template }) => template)).toContain(
      'password-changed',
    )
  })

  it('may not be used to guess the password', async () => {
    await newLogin(test, 'unattended@example.com')
    const token = await tokenOf('unattended@example.com')
    const reasons: string[] = []
    for (let attempt = 0; attempt < 11; attempt += 1) {
      const body = { password: attempt === 10 ? password : 'wrong' }
      reasons.push((await callFrom(test, 'identity/confirm', { token, body })).body.reason)
    }
    expect(reasons.slice(0, 9)).toEqual(Array.from({ length: 9 }, () => 'password.wrong'))
    expect(reasons.slice(9)).toEqual(['sign_in.locked', 'sign_in.locked'])
  })
})

describe('confirming the password', () => {
  it('opens the way to the second factor for ten minutes', async () => {
    await newLogin(test, 'careful@example.com')
    const { token, refreshToken } = (await signIn(test, 'careful@example.com')).body.data
    const begin = (bearer: string) =>
      callFrom(test, 'identity/mfa/authenticator', { method: 'POST', token: bearer })
    expect((await begin(token)).status).toBe(200)
    test.clock.advance(11 * minute)
    const fresh = (await callFrom(test, 'identity/refresh', { body: { refreshToken } })).body.data.token
    expect(await begin(fresh)).toMatchObject({
      status: 403,
      body: { reason: 'session.confirm', message: 'Confirm your password first.' },
    })
    expect((await callFrom(test, 'identity/confirm', { token: fresh, body: { password } })).status).toBe(200)
    expect((await begin(fresh)).status).toBe(200)
  })
})
