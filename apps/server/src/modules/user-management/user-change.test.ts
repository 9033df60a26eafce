import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { factorFixture } from '../../../test/second-factor.ts'
import { confirm } from '../../../test/sign-in.ts'
import { auditOf, createUser, good, readUser } from './user-management.fixture.ts'

let app: TestApp
let admin: Client

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
})
afterAll(() => app.stop())

const change = (client: Client, userId: number, body: object) =>
  client.patch(`user-management/users/${userId}`, body)

const own = {
  firstName: ' Amara ',
  lastName: 'Osei',
  mobileNumber: '+44 20 7946 0000',
  displayCurrency: 'GBP',
  locale: 'en-GB',
  timeZone: 'Europe/London',
  startPage: 'today',
  profileCompleted: true,
}

describe('a user', () => {
  it.each(['normalUser', 'manager', 'administrator', 'viewer'] as const)(
    'who is %s changes themselves',
    async (role) => {
      const person = await app.newUser(role)
      const { userId } = person.actor
      const { data } = good(await change(person, userId, own))
      expect(data).toMatchObject({ ...own, firstName: 'Amara' })
      expect(await readUser(admin, userId)).toEqual(data)
      const [entry] = await auditOf(admin, userId)
      // The log keeps what someone was called when they did it.
      expect(entry).toMatchObject({
        action: 'user.changed',
        actorId: userId,
        actorName: expect.stringMatching(/^First/),
      })
      expect(entry?.details).toEqual({
        fields: [
          'firstName',
          'lastName',
          'mobileNumber',
          'displayCurrency',
          'locale',
          'timeZone',
          'startPage',
        ],
      })
      const cleared = { mobileNumber: null, locale: null, timeZone: null, startPage: null }
      expect(good(await change(person, userId, cleared)).data).toMatchObject(cleared)
    },
  )

  it('who is invited shows once that the profile is complete', async () => {
    const userId = await createUser(app, { email: 'fresh@example.com', profileCompleted: false })
    expect(await readUser(admin, userId)).toMatchObject({ profileCompleted: false })
    expect(good(await change(admin, userId, { profileCompleted: true })).data.profileCompleted).toBe(true)
  })

  it.each([{ roleId: 3 }, { externalId: 'E-1' }, { active: true }])(
    'who does not administer is refused %o, even of themselves',
    async (body) => {
      const person = await app.as('manager')
      const before = await readUser(person, person.actor.userId)
      const answer = await change(person, person.actor.userId, { firstName: 'Changed', ...body })
      expect(answer).toMatchObject({
        status: 403,
        body: {
          reason: 'permission.missing',
          message:
            "Your role doesn't include “Invite and deactivate users, change roles”. Ask an administrator of your company for access.",
          fields: { [Object.keys(body)[0] as string]: 'Only administrators can change this.' },
        },
      })
      expect(await readUser(person, person.actor.userId)).toEqual(before)
    },
  )

  it('who does not administer changes nobody else, and that is written down', async () => {
    const person = await app.newUser('manager')
    const other = await createUser(app, { email: 'other@example.com' })
    const answer = await change(person, other, { firstName: 'Changed' })
    expect(answer).toMatchObject({ status: 403, body: { reason: 'permission.missing' } })
    expect(await readUser(admin, other)).toMatchObject({ firstName: '' })
    const { data } = good(await admin.get(`audit?outcome=refused&actorId=${person.actor.userId}`))
    expect(data).toMatchObject([{ action: 'permission.refused', subjectId: 'user.administer' }])
  })

  it('is told at each field what is wrong, and stays as they are', async () => {
    const person = await app.newUser('viewer')
    const before = await readUser(person, person.actor.userId)
    const answer = await change(person, person.actor.userId, {
      firstName: 'Changed',
      displayCurrency: 'JPY',
      locale: 'not a locale',
      timeZone: 'Mars/Olympus',
    })
    expect(answer.status).toBe(400)
    expect(Object.keys(answer.body.fields)).toEqual(['displayCurrency', 'locale', 'timeZone'])
    const image = await change(person, person.actor.userId, { imageId: '0'.repeat(32), lastName: 'Changed' })
    expect(image).toMatchObject({
      status: 400,
      body: { fields: { imageId: 'This picture does not exist. Upload it again.' } },
    })
    expect(await readUser(person, person.actor.userId)).toEqual(before)
  })

  it.each([
    { firstName: 'x'.repeat(101) },
    { firstName: 'Amara\r\nBcc: all@example.com' },
    { lastName: 'Oke\u2028Second line' },
    { mobileNumber: 'no number' },
    { mobileNumber: '12345' },
    { mobileNumber: '020 7946 0000' },
    { mobileNumber: '+44 12' },
    { email: 'other@example.com' },
    { status: 'ACTIVE' },
    { profileCompleted: false },
    { locale: 'xx-invalid-locale-that-is-much-too-long-to-be-one' },
  ])('is refused %o', async (body) => {
    const person = await app.as('viewer')
    const { status, body: answer } = await change(person, person.actor.userId, body)
    expect(status).toBe(400)
    expect(Object.keys(answer.fields)).toEqual(Object.keys(body))
  })
})

describe('an administrator', () => {
  it('changes anybody, and the log says from which role to which', async () => {
    const userId = await createUser(app, { email: 'amara@example.com', firstName: 'Amara', lastName: 'Osei' })
    const body = { roleId: 2, externalId: 'E-7', lastName: 'Osei-Mensah' }
    expect(good(await change(admin, userId, body)).data).toMatchObject({ ...body, roleName: 'Manager' })
    expect(await auditOf(admin, userId)).toMatchObject([
      {
        action: 'user.role_changed',
        summary: 'Role of Amara Osei changed from Normal User to Manager',
        details: { from: 'Normal User', to: 'Manager' },
      },
      { action: 'user.changed', details: { fields: ['lastName', 'externalId'] } },
    ])
    good(await change(admin, userId, body))
    expect(await auditOf(admin, userId)).toHaveLength(2)
  })

  it('takes a permission away at once', async () => {
    const person = await app.newUser('administrator')
    expect((await person.get('audit')).status).toBe(200)
    good(await change(admin, person.actor.userId, { roleId: 4 }))
    expect((await person.get('audit')).status).toBe(403)
  })

  it('does not give an external id twice, but may take it away', async () => {
    const [one, two] = [
      await createUser(app, { email: 'one@example.com', externalId: 'E-9' }),
      await createUser(app, { email: 'two@example.com' }),
    ]
    const answer = await change(admin, two, { externalId: 'E-9' })
    expect(answer).toMatchObject({
      status: 409,
      body: { fields: { externalId: 'Another user already has this external id.' } },
    })
    expect(good(await change(admin, one, { externalId: '' })).data.externalId).toBeNull()
    good(await change(admin, two, { externalId: 'E-9' }))
  })

  it('deactivates and reactivates by the active key as well', async () => {
    const userId = await createUser(app, { email: 'key@example.com' })
    expect(good(await change(admin, userId, { active: false })).data.status).toBe('DEACTIVATED')
    expect(good(await change(admin, userId, { active: true })).data.status).toBe('ACTIVE')
    expect((await auditOf(admin, userId)).map(({ action }) => action)).toEqual([
      'user.deactivated',
      'user.reactivated',
    ])
  })

  it('switches the second factor of others off, not their own', async () => {
    const { user } = await factorFixture(app).withAuthenticator()
    const { userId } = user.actor
    expect(await readUser(admin, userId)).toMatchObject({ mfaEnabled: true })
    const path = `user-management/users/${userId}/disable-mfa`
    // Anyone who sits at an unlocked desk has to know the password.
    const { owner } = app.application.platform.database
    const longAgo = [admin.actor.sessionId, new Date(app.clock.now().getTime() - 11 * 60_000)]
    await owner.query('update session set confirmed_at = $2 where session_id = $1', longAgo)
    expect(await admin.patch(path)).toMatchObject({ status: 403, body: { reason: 'session.confirm' } })
    await confirm(app, admin)
    expect(good(await admin.patch(path)).data).toMatchObject({ userId, mfaEnabled: false })
    good(await admin.patch(path))
    const actions = (await auditOf(admin, userId)).map(({ action }) => action)
    expect(actions.filter((action) => action === 'mfa.disabled_by_administrator')).toHaveLength(1)
    const self = await admin.patch(`user-management/users/${admin.actor.userId}/disable-mfa`)
    expect(self).toMatchObject({ status: 409, body: { reason: 'user.self' } })
  })
})

describe('GET /user-management/roles', () => {
  it('tells what each role may do, and how many have it', async () => {
    const viewer = await app.as('viewer')
    const before = good(await viewer.get('user-management/roles')).data
    expect(before.map((role: { name: string }) => role.name)).toEqual([
      'Normal User',
      'Manager',
      'Administrator',
      'Viewer',
    ])
    expect(before[2].permissions).toContain('user.administer')
    expect(before[3].permissions).not.toContain('record.edit')
    await createUser(app, { email: 'count1@example.com', roleId: 2 })
    await createUser(app, { email: 'count2@example.com', roleId: 2, status: 'INVITED' })
    await createUser(app, { email: 'count3@example.com', roleId: 2, status: 'DEACTIVATED' })
    const after = good(await viewer.get('user-management/roles')).data
    expect(after[1].userCount).toBe(before[1].userCount + 2)
  })
})
