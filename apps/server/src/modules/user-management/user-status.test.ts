import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { callFrom, confirm, mailTo, newLogin, password, signIn } from '../../../test/sign-in.ts'
import { auditOf, createUser, good, readUser, setStatus } from './user-management.fixture.ts'

let app: TestApp
let admin: Client

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
})
afterAll(() => app.stop())

describe('a user who is deactivated', () => {
  it('is out at once, and back as they were', async () => {
    const person = await app.newUser('manager')
    const { userId } = person.actor
    expect(good(await setStatus(admin, userId, { status: 'DEACTIVATED' })).data).toMatchObject({
      status: 'DEACTIVATED',
      disabled: true,
      disableMessage: 'Deactivated',
      roleName: 'Manager',
    })
    expect((await person.get('users')).status).toBe(401)
    const { deactivatedUsers } = good(await admin.get('user-management/users')).data
    expect(deactivatedUsers.map((user: { userId: number }) => user.userId)).toContain(userId)

    expect(good(await setStatus(admin, userId, { status: 'ACTIVE' })).data).toMatchObject({
      status: 'ACTIVE',
      disabled: false,
      disableMessage: null,
    })
    // Earlier sessions stay closed; every process learns of it within two seconds.
    await expect.poll(async () => (await person.get('users')).status, { timeout: 5000 }).toBe(401)
    expect((await auditOf(admin, userId)).map(({ action }) => action)).toEqual([
      'user.deactivated',
      'user.reactivated',
    ])
  })

  it('comes back without what somebody else may know or hold: password and tokens are made anew', async () => {
    const username = 'taken.over@example.com'
    const userId = await newLogin(app, username)
    const { token: session } = (await signIn(app, username)).body.data
    await confirm(app, { actor: await app.application.modules.identity.findActor(session) })
    const body = { name: 'Left behind', permissions: ['record.read'] }
    const { token } = good(await callFrom(app, 'identity/api-tokens', { token: session, body })).data
    const call = () => callFrom(app, 'core/organizations', { token })
    expect((await call()).status).toBe(200)

    good(await setStatus(admin, userId, { status: 'DEACTIVATED' }))
    const revoked = good(await admin.get('audit?query=Left behind')).data
    expect(revoked[0]).toMatchObject({
      action: 'api_token.revoked',
      actorId: admin.actor.userId,
      details: { userId },
    })
    good(await setStatus(admin, userId, { status: 'ACTIVE' }))
    app.clock.advance(2000)
    expect(await call()).toMatchObject({ status: 401, body: { reason: 'api_token.revoked' } })
    expect(await signIn(app, username)).toMatchObject({ status: 401, body: { reason: 'sign_in.refused' } })

    good(await callFrom(app, 'identity/forgot-password', { body: { username } }))
    const { text } = await mailTo(app, username, 'password-reset')
    const code = /^\s*([A-Z2-9]{6})\s*$/m.exec(text)?.[1]
    good(
      await callFrom(app, 'identity/reset-password', { body: { username, code, password: `${password}9` } }),
    )
    expect((await signIn(app, username, { password: `${password}9` })).status).toBe(200)
    expect((await call()).status).toBe(401)
  })

  it('is deactivated once: a second time changes nothing', async () => {
    const userId = await createUser(app, { email: 'twice@example.com' })
    for (const status of ['DEACTIVATED', 'DEACTIVATED', 'ACTIVE', 'ACTIVE']) {
      expect(good(await setStatus(admin, userId, { status })).data.status).toBe(status)
    }
    expect(await auditOf(admin, userId)).toHaveLength(2)
  })

  it('is not oneself', async () => {
    const other = await app.newUser('administrator')
    expect(await setStatus(other, other.actor.userId, { status: 'DEACTIVATED' })).toMatchObject({
      status: 409,
      body: { reason: 'user.self' },
    })
    expect(await readUser(admin, other.actor.userId)).toMatchObject({ status: 'ACTIVE' })
  })

  it('is neither a user of another company nor one who does not exist', async () => {
    const foreigner = await app.foreigner()
    for (const userId of [foreigner.actor.userId, 999_999]) {
      const answers = await Promise.all([
        setStatus(admin, userId, { status: 'DEACTIVATED' }),
        admin.patch(`user-management/users/${userId}`, { firstName: 'Taken' }),
        admin.patch(`user-management/users/${userId}/resend-invitation`),
        admin.patch(`user-management/users/${userId}/disable-mfa`),
        admin.get(`user-management/users/${userId}/belongings`),
      ])
      for (const answer of answers) {
        expect(answer).toMatchObject({ status: 404, body: { reason: 'user.unknown' } })
      }
    }
    expect(await readUser(foreigner, foreigner.actor.userId)).toMatchObject({ status: 'ACTIVE' })
  })
})

const administrators = async () => {
  const users: { userId: number; roleId: number; status: string }[] = good(await admin.get('users')).data
  return users.filter((user) => user.roleId === 3 && user.status === 'ACTIVE').map(({ userId }) => userId)
}

describe('the last administrator', () => {
  let other: Client
  beforeEach(async () => {
    other = await app.newUser('administrator')
  })

  async function leaveTwo(): Promise<void> {
    for (const userId of await administrators()) {
      const stays = [admin.actor.userId, other.actor.userId].includes(userId)
      if (!stays) good(await setStatus(admin, userId, { status: 'DEACTIVATED' }))
    }
  }

  it('keeps the role', async () => {
    await leaveTwo()
    const self = `user-management/users/${admin.actor.userId}`
    good(await admin.patch(`user-management/users/${other.actor.userId}`, { roleId: 2 }))
    const refused = await admin.patch(self, { roleId: 1, firstName: 'Changed' })
    expect(refused).toMatchObject({ status: 409, body: { reason: 'user.last_administrator' } })
    expect(await readUser(admin, admin.actor.userId)).toMatchObject({ roleId: 3, firstName: 'First1' })
    // One who is only invited, or deactivated, is no help.
    await createUser(app, { email: `invited${other.actor.userId}@example.com`, roleId: 3, status: 'INVITED' })
    expect((await admin.patch(self, { roleId: 1 })).status).toBe(409)
  })

  it('stays when two deactivate each other at once', async () => {
    await leaveTwo()
    const answers = await Promise.all([
      setStatus(admin, other.actor.userId, { status: 'DEACTIVATED' }),
      setStatus(other, admin.actor.userId, { status: 'DEACTIVATED' }),
    ])
    const statuses = answers.map(({ status }) => status).toSorted()
    expect(statuses[0]).toBe(200)
    // The other was out before the call came, or is refused because no one would be left.
    expect([401, 409]).toContain(statuses[1])
    const { rows } = await app.application.platform.database.owner.query(
      `select user_id from app_user where tenant_id = $1 and role_id = 3 and status = 'ACTIVE' and kind = 'person'`,
      [app.tenantId],
    )
    expect(rows).toHaveLength(1)
  })
})
