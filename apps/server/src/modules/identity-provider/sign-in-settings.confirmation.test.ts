import { OAuth2Server } from 'oauth2-mock-server'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { callFrom, confirm, password } from '../../../test/sign-in.ts'
import { transact } from '../../platform/db/database.ts'

const path = 'identity/sign-in-settings'
const overdue = 11 * 60_000

let test: TestApp
let issuer: OAuth2Server
let admin: Client

beforeAll(async () => {
  issuer = new OAuth2Server()
  await issuer.issuer.keys.generate('RS256')
  await issuer.start(0, 'localhost')
  test = await startTestApp({ ALLOW_PRIVATE_ADDRESSES: 'on' })
})
beforeEach(async () => {
  admin = await test.newUser('administrator')
})
afterAll(() => Promise.all([test.stop(), issuer.stop()]))

/** Gives the administrator a password that Steward keeps. */
async function givePassword({ actor }: Client): Promise<void> {
  const { identity } = test.application.modules
  const db = test.application.platform.database.tenant(test.tenantId)
  await transact(db, (tx) => identity.createCredential(tx, test.tenantId, actor.userId, password))
}

const limitOf = async () => (await admin.get(path)).body.data.passwordMaxLength

describe('whoever proved more than ten minutes ago who they are', () => {
  it('confirms the password before the sign-in of the company is changed', async () => {
    await givePassword(admin)
    test.clock.advance(overdue)
    expect(await admin.patch(path, { passwordMaxLength: 40 })).toMatchObject({
      status: 403,
      body: { reason: 'session.confirm' },
    })
    expect(await limitOf()).toBe(30)
    const { token } = admin
    expect((await callFrom(test, 'identity/confirm', { token, body: { password } })).status).toBe(200)
    expect((await admin.patch(path, { passwordMaxLength: 40 })).status).toBe(200)
    expect(await limitOf()).toBe(40)
  })

  it('is asked for nothing where nothing would be another', async () => {
    test.clock.advance(overdue)
    expect((await admin.patch(path, { domains: [] })).status).toBe(200)
  })

  it('logs in again who does so at the page of a provider, and has no password here', async () => {
    const oidc = { issuer: issuer.issuer.url as string, clientId: 'steward' }
    expect((await admin.patch(path, { provider: 'oidc', oidc })).status).toBe(200)
    test.clock.advance(overdue)
    const again = { status: 403, body: { reason: 'session.sign_in_again' } }
    expect(await admin.patch(path, { passwordMaxLength: 50 })).toMatchObject(again)
    const token = { name: 'Export', permissions: ['record.read'] }
    expect(await admin.post('identity/api-tokens', token)).toMatchObject(again)
    await givePassword(admin)
    expect((await admin.patch(path, { passwordMaxLength: 50 })).body.reason).toBe('session.confirm')
    await confirm(test, admin)
    expect((await admin.patch(path, { passwordMaxLength: 50 })).status).toBe(200)
  })

  it('is not asked for a password that Steward keeps and they may not use', async () => {
    const oidc = { issuer: issuer.issuer.url as string, clientId: 'steward' }
    expect((await admin.patch(path, { provider: 'oidc', oidc })).status).toBe(200)
    const manager = await test.newUser('manager')
    await givePassword(manager)
    test.clock.advance(overdue)
    const made = await manager.post('identity/api-tokens', { name: 'Export', permissions: ['record.read'] })
    expect(made).toMatchObject({ status: 403, body: { reason: 'session.sign_in_again' } })
    const given = { token: manager.token, body: { password } }
    expect((await callFrom(test, 'identity/confirm', given)).body.reason).toBe('password.wrong')
  })
})
