import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { auditOf, createUser, good, invite, mailsTo, readUser, setStatus } from './user-management.fixture.ts'

let app: TestApp
let admin: Client

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
  await createUser(app, { email: 'Zoe@example.com' })
})
afterAll(() => app.stop())

const inviteMany = (data: object[]) => admin.post('user-management/users', { data })

interface Result {
  email: string
  status: string
  userId?: number
}

describe('validate-by-usernames', () => {
  it('says which addresses somebody has, in whichever company and case', async () => {
    const foreigner = await app.foreigner()
    const { email } = await readUser(foreigner, foreigner.actor.userId)
    const usernames = [
      'zoe@EXAMPLE.com',
      email,
      ' zoe@example.com ',
      'free@example.com',
      'no address',
      '\u0000@a.b',
    ]
    const body = good(await admin.post('user-management/users/validate-by-usernames', { usernames }))
    expect(body).toEqual({
      data: { 'zoe@EXAMPLE.com': 'EXIST', [email]: 'EXIST', ' zoe@example.com ': 'EXIST' },
    })
  })

  it('is asked by administrators only', async () => {
    for (const role of ['normalUser', 'manager', 'viewer'] as const) {
      const client = await app.as(role)
      const answer = await client.post('user-management/users/validate-by-usernames', { usernames: [] })
      expect(answer).toMatchObject({ status: 403, body: { reason: 'permission.missing' } })
      expect(answer.body.message).toContain('user.administer')
    }
  })
})

describe('an invitation', () => {
  it('makes a user who has not come yet, with a mail', async () => {
    const userId = await invite(admin, 'new@example.com')
    expect(await readUser(admin, userId)).toMatchObject({
      email: 'new@example.com',
      firstName: '',
      status: 'INVITED',
      roleId: 1,
      roleName: 'Normal User',
      displayCurrency: 'USD',
      profileCompleted: false,
      mfaEnabled: false,
    })
    const { invitedUsers } = good(await admin.get('user-management/users')).data
    expect(invitedUsers.map((user: { userId: number }) => user.userId)).toContain(userId)
    expect(await mailsTo(admin, 'new@example.com')).toHaveLength(1)
    expect(await auditOf(admin, userId)).toMatchObject([
      {
        action: 'user.invited',
        outcome: 'done',
        summary: 'new@example.com invited as Normal User',
        actorId: admin.actor.userId,
        subjectName: 'new@example.com',
      },
    ])
  })

  it('takes a role and a currency', async () => {
    const data = [{ email: 'viewer@example.com', roleId: 4, displayCurrency: 'EUR' }]
    const [{ userId }] = good(await inviteMany(data)).data
    expect(await readUser(admin, userId)).toMatchObject({ roleId: 4, displayCurrency: 'EUR', disabled: true })
  })

  it('is made for every good address, whatever the others are', async () => {
    const kinds = [
      (n: number) => ({ email: `person${n}@example.com`, status: 'invited' }),
      (n: number) => ({ email: `person${n}`, status: 'Invalid Email Address' }),
      () => ({ email: 'ZOE@example.com', status: 'Already Exists' }),
      (n: number) => ({ email: ` spaced${n}@example.com `, status: 'invited' }),
    ]
    const odd = [
      '',
      ' ',
      'a b@c.d',
      '@example.com',
      'x@y',
      `${'x'.repeat(320)}@example.com`,
      'nul\u0000@a.b',
      'a@b.\uD800',
      'API-7@Service.Invalid',
    ]
    const expected: Result[] = [
      ...Array.from({ length: 186 }, (_, n) => kinds[n % 4]?.(n) as Result),
      ...odd.map((email) => ({ email, status: 'Invalid Email Address' })),
      { email: 'twice@example.com', status: 'invited' },
      { email: 'TWICE@example.com', status: 'Already Exists' },
      { email: '"quoted"@example.com', status: 'Invalid Email Address' },
      { email: '<b>@x.example', status: 'Invalid Email Address' },
      { email: 'o’hara+tag@exämple.de', status: 'invited' },
    ]
    expect(expected).toHaveLength(200)
    const { data } = good(await inviteMany(expected.map(({ email }) => ({ email }))))
    expect(data.map(({ email, status }: Result) => ({ email: email.toWellFormed(), status }))).toEqual(
      expected.map(({ email, status }) => ({ email: email.toWellFormed(), status })),
    )
    const invited = (data as Result[]).filter(({ status }) => status === 'invited')
    const users: { userId: number; email: string; status: string }[] = good(await admin.get('users')).data
    for (const { userId, email } of invited) {
      const user = users.find((one) => one.userId === userId)
      expect(user).toMatchObject({ email: email.trim(), status: 'INVITED' })
    }
    expect(new Set(invited.map(({ userId }) => userId)).size).toBe(invited.length)
    // A second time everyone is there.
    const again = good(await inviteMany(expected.map(({ email }) => ({ email })))).data as Result[]
    expect(again.filter(({ status }) => status === 'invited')).toEqual([])
  })

  it('of one address by several at once is made once', async () => {
    const data = [{ email: 'Race@example.com' }, { email: 'other-race@example.com' }]
    const answers = await Promise.all([
      inviteMany(data),
      inviteMany(data.toReversed()),
      inviteMany([{ email: 'race@EXAMPLE.com' }]),
    ])
    const results = answers.flatMap((answer) => good(answer).data as Result[])
    expect(results.map(({ status }) => status).toSorted()).toEqual([
      'Already Exists',
      'Already Exists',
      'Already Exists',
      'invited',
      'invited',
    ])
    expect(await mailsTo(admin, 'race@example.com')).toHaveLength(2)
  })

  it('is not made into a currency that the company does not use, or with a role that there is not', async () => {
    const wrong = await inviteMany([
      { email: 'one@example.com' },
      { email: 'two@example.com', displayCurrency: 'JPY' },
    ])
    expect(wrong.status).toBe(400)
    expect(wrong.body.fields).toEqual({
      'data.1.displayCurrency': 'Choose one of the currencies in use: USD, EUR, GBP.',
    })
    const role = await inviteMany([{ email: 'one@example.com', roleId: 9 }])
    expect(role.body.fields).toEqual({ 'data.0.roleId': 'Choose a role: 1, 2, 3 or 4.' })
    expect(await mailsTo(admin, 'one@example.com')).toEqual([])
  })

  it('is made for 500 addresses at most, and at least one', async () => {
    const many = Array.from({ length: 501 }, (_, n) => ({ email: `many${n}@example.com` }))
    expect((await inviteMany(many)).status).toBe(400)
    expect((await inviteMany([])).status).toBe(400)
  })
})

describe('an invitation that is open', () => {
  it('is sent again', async () => {
    const userId = await invite(admin, 'again@example.com')
    const answer = good(await admin.patch(`user-management/users/${userId}/resend-invitation`))
    expect(answer.data).toMatchObject({ userId, status: 'INVITED' })
    expect(await mailsTo(admin, 'again@example.com')).toHaveLength(2)
    expect((await auditOf(admin, userId)).map(({ action }) => action)).toEqual([
      'user.invited',
      'user.invitation_resent',
    ])
  })

  it('is not sent to those who have come, or were deactivated', async () => {
    const active = await createUser(app, { email: 'came@example.com' })
    const gone = await createUser(app, { email: 'gone@example.com', status: 'DEACTIVATED' })
    for (const userId of [active, gone]) {
      const answer = await admin.patch(`user-management/users/${userId}/resend-invitation`)
      expect(answer).toMatchObject({ status: 409, body: { reason: 'user.not_invited' } })
      expect(await auditOf(admin, userId)).toEqual([])
    }
  })

  it('is revoked, and sent again with a new email', async () => {
    const userId = await invite(admin, 'back@example.com')
    const revoked = good(await setStatus(admin, userId, { status: 'DEACTIVATED' })).data
    expect(revoked).toMatchObject({ status: 'DEACTIVATED', disableMessage: 'Deactivated' })
    const early = await admin.patch(`user-management/users/${userId}/resend-invitation`)
    expect(early.status).toBe(409)
    const anew = good(await setStatus(admin, userId, { status: 'ACTIVE' })).data
    expect(anew).toMatchObject({ status: 'INVITED', disabled: false })
    expect(await mailsTo(admin, 'back@example.com')).toHaveLength(2)
    expect((await auditOf(admin, userId)).map(({ action, summary }) => [action, summary])).toEqual([
      ['user.invited', 'back@example.com invited as Normal User'],
      ['user.invitation_revoked', 'Invitation of back@example.com revoked'],
      ['user.reactivated', 'back@example.com reactivated and invited again'],
    ])
  })

  it('is not accepted for the one who was invited', async () => {
    const userId = await invite(admin, 'wait@example.com')
    expect(await setStatus(admin, userId, { status: 'ACTIVE' })).toMatchObject({
      status: 409,
      body: { reason: 'user.invited' },
    })
    expect(await readUser(admin, userId)).toMatchObject({ status: 'INVITED' })
  })
})
