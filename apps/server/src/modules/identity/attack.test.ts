import { setTimeout as wait } from 'node:timers/promises'
import type { Permission } from '@steward/contracts/plain/permission'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startAnother } from '../../../test/another-process.ts'
import { startTestApp, type Answer, type Client, type TestApp } from '../../../test/harness.ts'
import { callFrom, mailsTo, newLogin, password, signIn } from '../../../test/sign-in.ts'
import { transact } from '../../platform/db/database.ts'
import { dataOf, factorFixture, type FactorFixture } from '../../../test/second-factor.ts'

let test: TestApp
let admin: Client
let given: FactorFixture

beforeAll(async () => {
  test = await startTestApp()
  admin = await test.as('administrator')
  given = factorFixture(test)
})
afterAll(() => test.stop())

const sql = (text: string, values: unknown[] = []) =>
  test.application.platform.database.owner.query(text, values)

/** Makes a secret look as if its key were gone. */
const spoil = (column: 'totp_secret' | 'totp_pending', { actor }: Client) =>
  sql(`update second_factor set ${column} = '00000000' || substr(${column}, 9) where user_id = $1`, [
    actor.userId,
  ])

/** Calls with an API token of the administrator. */
async function tokenWith(...permissions: Permission[]) {
  const { token } = dataOf(await admin.post('identity/api-tokens', { name: 'Found', permissions }))
  return (path: string, method?: 'PATCH', body?: object): Promise<Answer> =>
    callFrom(test, path, { token, ...(method ? { method } : {}), ...(body ? { body } : {}) })
}

describe('the ways to write a name', () => {
  it('are no more guesses than one of them', async () => {
    await newLogin(test, 'vivi@example.com')
    expect((await signIn(test, 'VİVİ@example.com')).status).toBe(200)
    const names = ['vivi', 'vİvi', 'vivİ', 'vİvİ', 'VIVI']
    const reasons: string[] = []
    for (let attempt = 0; attempt < 15; attempt += 1) {
      const name = `${names[attempt % names.length]}@example.com`
      const { body } = await signIn(test, name, { password: 'wrong', from: '203.0.113.60' })
      reasons.push(body.reason)
    }
    expect(reasons.filter((reason) => reason === 'sign_in.refused')).toHaveLength(9)
    expect((await signIn(test, 'vİVi@example.com')).body.reason).toBe('sign_in.locked')
  })
})

describe('a forgotten password', () => {
  it('is mailed once, however many ask at the same moment', async () => {
    await newLogin(test, 'crowd@example.com')
    const body = { username: 'crowd@example.com' }
    await Promise.all(Array.from({ length: 12 }, () => callFrom(test, 'identity/forgot-password', { body })))
    expect(await mailsTo(test, 'crowd@example.com')).toHaveLength(1)
  })
})

describe('a secret whose key is gone', () => {
  it('of an authenticator makes every code a wrong one, and recovery codes go on', async () => {
    const { user, secretCode, recoveryCodes } = await given.withAuthenticator()
    await spoil('totp_secret', user)
    const { identity, users } = test.application.modules
    const { tenantId, userId } = user.actor
    const username = (await users.directory(tenantId)).byId.get(userId)?.email as string
    await transact(test.application.platform.database.tenant(tenantId), (tx) =>
      identity.createCredential(tx, tenantId, userId, password),
    )
    const { challengeUser, challengeName } = dataOf(await signIn(test, username))
    const answer = (code: string) =>
      test.anonymous.post('identity/verify-mfa', { challengeUser, challengeName, code })
    const wrong = await answer(given.codeOf(secretCode))
    expect([wrong.status, wrong.body.reason]).toEqual([400, 'mfa.code_mismatch'])
    expect((await answer(recoveryCodes[0] as string)).status).toBe(200)
  })

  it('of an authenticator that is being set up asks to begin again', async () => {
    const user = await test.newUser('viewer')
    const { secretCode } = dataOf(await user.post('identity/mfa/authenticator'))
    await spoil('totp_pending', user)
    const code = given.codeOf(secretCode)
    const { status, body } = await user.post('identity/mfa/authenticator/verify', { code })
    expect([status, body.reason]).toEqual([409, 'mfa.not_begun'])
  })
})

describe('a call that anybody may make', () => {
  it('reads no huge body', async () => {
    const huge = 'x'.repeat(200_000)
    const answers = await Promise.all([
      test.anonymous.post('identity/verify-mfa', {
        challengeUser: huge,
        challengeName: 'SMS_MFA',
        code: '1',
      }),
      test.anonymous.post('identity/mfa-set-up', { challengeUser: `outside.${huge}` }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([413, 413])
  })

  it.each(['-1.x', '-1e300.x', '1e9.x', '.x', 'x'])('takes no handover like %s', async (handover) => {
    const { status, body } = await callFrom(test, 'identity/oidc/finish', {
      body: { handover },
      headers: { cookie: 'steward_handover=x' },
    })
    expect([status, body.reason]).toEqual([401, 'handover.unknown'])
  })
})

describe('a process that lost the database for a moment', () => {
  it('learns of a new role within two seconds all the same', async () => {
    const user = await test.newUser('administrator')
    const other = await startAnother(test, { LOG_LEVEL: 'silent', DATABASE_POOL: '2' })
    try {
      const headers = { authorization: `Bearer ${user.token}` }
      const status = async () =>
        (await other.app.inject({ method: 'GET', url: '/api/audit', headers })).statusCode
      expect(await status()).toBe(200)
      const ofNotices = `from pg_stat_activity
        where application_name = 'steward-notices' and datname = current_database()`
      const cut = await sql(`select pid, pg_terminate_backend(pid) ${ofNotices}`)
      const pids = cut.rows.map(({ pid }) => pid)
      await expect
        .poll(async () => (await sql(`select ${ofNotices} and pid <> all($1)`, [pids])).rowCount)
        .toBe(pids.length)
      expect(await status()).toBe(200)
      dataOf(await admin.patch(`user-management/users/${user.actor.userId}`, { roleId: 4 }))
      await expect.poll(status, { timeout: 2000 }).toBe(403)
    } finally {
      await other.close()
    }
  })
})

/** How many statements wait for a lock. */
async function countBlocked(): Promise<number> {
  const { rowCount } = await sql(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rowCount ?? 0
}

describe('a sign-in under way while the user is deactivated', () => {
  it('is over, also when the user comes back', async () => {
    const userId = await newLogin(test, 'racing@example.com')
    const setStatus = (status: string) => admin.patch(`user-management/users/${userId}/status`, { status })
    const keeper = await test.application.platform.database.owner.connect()
    let signedIn: Promise<Answer>
    let deactivated: Promise<Answer>
    try {
      // Both write to the audit log, and only then commit.
      await keeper.query('begin; lock table audit_entry in exclusive mode')
      signedIn = signIn(test, 'racing@example.com', { remember: true })
      await expect.poll(countBlocked).toBe(1)
      deactivated = setStatus('DEACTIVATED')
      await expect.poll(countBlocked).toBe(2)
    } finally {
      await keeper.query('commit')
      keeper.release()
    }
    expect((await deactivated).status).toBe(200)
    const { token } = (await signedIn).body.data ?? {}
    const status = async () => (await callFrom(test, 'identity/session', { token })).status
    expect(await status()).toBe(401)
    dataOf(await setStatus('ACTIVE'))
    await wait(1200)
    expect(await status()).toBe(401)
  })
})

const statusOf = (userId: number) => `user-management/users/${userId}/status`

describe('an API token that somebody found', () => {
  const needsPerson = { status: 403, body: { reason: 'session.needed' } }

  it('reads no codes of others in the outbox', async () => {
    await newLogin(test, 'outboxed@example.com')
    await callFrom(test, 'identity/forgot-password', { body: { username: 'outboxed@example.com' } })
    await mailsTo(test, 'outboxed@example.com')
    const call = await tokenWith('message.read')
    const [{ messageId }] = dataOf(await call('messenger/messages?query=outboxed'))
    expect(await call(`messenger/messages/${messageId}`)).toMatchObject(needsPerson)
  })

  it('makes nobody an administrator', async () => {
    const call = await tokenWith('user.administer', 'self.edit')
    const data = [{ email: 'mine@example.com', roleId: 3 }]
    expect(await call('user-management/users', undefined, { data })).toMatchObject(needsPerson)
    const { actor } = await test.newUser('viewer')
    const path = `user-management/users/${actor.userId}`
    expect(await call(path, 'PATCH', { roleId: 3 })).toMatchObject(needsPerson)
    dataOf(await call(path, 'PATCH', { roleId: 2 }))
    dataOf(await call('user-management/users', undefined, { data: [{ email: 'plain@example.com' }] }))
  })
  it('lets no administrator in again', async () => {
    const call = await tokenWith('user.administer', 'self.edit')
    const deactivate = async (userId: number) =>
      dataOf(await admin.patch(statusOf(userId), { status: 'DEACTIVATED' }))

    const { actor: gone } = await test.newUser('administrator', 'gone@example.com')
    await deactivate(gone.userId)
    const active = { status: 'ACTIVE' }
    expect(await call(statusOf(gone.userId), 'PATCH', active)).toMatchObject(needsPerson)
    expect(await call(`user-management/users/${gone.userId}`, 'PATCH', { active: true })).toMatchObject(
      needsPerson,
    )
    const still = dataOf(await admin.get(`user-management/users/${gone.userId}`))
    expect(still.status).toBe('DEACTIVATED')

    const data = [{ email: 'invited@example.com', roleId: 3 }]
    const [{ userId: invited }] = dataOf(await admin.post('user-management/users', { data }))
    const resend = `user-management/users/${invited}/resend-invitation`
    expect(await call(resend, 'PATCH')).toMatchObject(needsPerson)
    await deactivate(invited)
    expect(await call(statusOf(invited), 'PATCH', active)).toMatchObject(needsPerson)
    expect(await mailsTo(test, 'invited@example.com')).toHaveLength(1)

    const { actor: viewer } = await test.newUser('viewer')
    await deactivate(viewer.userId)
    dataOf(await call(statusOf(viewer.userId), 'PATCH', active))
  })
})
