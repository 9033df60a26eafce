import { permissions } from '@steward/contracts/plain/permission'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Answer, type Client, type TestApp } from '../../../test/harness.ts'
import { transact } from '../../platform/db/database.ts'
import { callFrom, newLogin, password, signIn } from '../../../test/sign-in.ts'
import { factorFixture } from '../../../test/second-factor.ts'
import { tokenCalls } from './api-token.fixture.ts'

const day = 24 * 60 * 60_000

let app: TestApp
let admin: Client

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
})
afterAll(() => app.stop())

const { make, call, organizations } = tokenCalls(() => app)

describe('making a token', () => {
  it('shows it once, and keeps only its hash', async () => {
    const made = await make(admin, { permissions: ['record.read'] })
    expect(made).toMatchObject({
      token: expect.stringMatching(/^stw_[\w-]{43}$/),
      scope: 'personal',
      name: 'Export',
      hint: `stw_…${made.token.slice(-4)}`,
      roleId: 3,
      permissions: ['record.read'],
      lastUsedAt: null,
      revokedAt: null,
    })
    expect(Date.parse(made.expiresAt)).toBe(Date.parse(made.createdAt) + 90 * day)
    const { body } = await admin.get('identity/api-tokens')
    const { token, ...listed } = made
    expect(body.data[0]).toEqual(listed)
    const { rows } = await app.application.platform.database.owner.query(
      'select t::text "all", token_hash "hash" from api_token t where api_token_id = $1',
      [made.apiTokenId],
    )
    expect(rows[0].hash).toHaveLength(32)
    expect(rows[0].all).not.toContain(token.slice(4))
  })

  it('refuses permissions that the role does not have, each where it stands', async () => {
    const viewer = await app.as('viewer')
    const answer = await viewer.post('identity/api-tokens', {
      name: 'Too much',
      permissions: ['record.read', 'record.edit', 'user.administer'],
    })
    expect([answer.status, answer.body.reason]).toEqual([400, 'api_token.permission'])
    expect(answer.body.fields).toEqual({
      'permissions.1': "Your role doesn't include “Edit, move, archive and assign records”.",
      'permissions.2': "Your role doesn't include “Invite and deactivate users, change roles”.",
    })
    const ofTenant = await admin.post('identity/api-tokens', {
      name: 'Too much',
      scope: 'tenant',
      permissions: ['record.edit'],
    })
    expect(ofTenant.body.fields).toEqual({
      'permissions.0': "The role of the token doesn't include “Edit, move, archive and assign records”.",
    })
  })

  it.each([
    [{ permissions: [] }, 'permissions'],
    [{ permissions: ['everything'] }, 'permissions.0'],
    [{ permissions: ['record.read'], name: ' ' }, 'name'],
    [{ permissions: ['record.read'], expiresInDays: 0 }, 'expiresInDays'],
    [{ permissions: ['record.read'], expiresInDays: 400 }, 'expiresInDays'],
    [{ permissions: ['record.read'], roleId: 2 }, 'roleId'],
  ])('names what is wrong with %o', async (body, field) => {
    const answer = await admin.post('identity/api-tokens', { name: 'Export', ...body })
    expect(answer.status).toBe(400)
    expect(Object.keys(answer.body.fields)).toEqual([field])
  })

  it('for the company needs the permission to', async () => {
    const manager = await app.as('manager')
    const body = { name: 'Export', scope: 'tenant', permissions: ['record.read'] }
    const refusal = { status: 403, body: { reason: 'permission.missing' } }
    expect(await manager.post('identity/api-tokens', body)).toMatchObject(refusal)
    expect(await manager.get('identity/api-tokens?scope=tenant')).toMatchObject(refusal)
    const { apiTokenId } = await make(admin, body)
    expect(await manager.delete(`identity/api-tokens/${apiTokenId}`)).toMatchObject(refusal)
  })

  it('takes the password again, ten minutes after the last proof', async () => {
    await newLogin(app, 'away@example.com')
    const { token: signedIn, refreshToken } = (await signIn(app, 'away@example.com')).body.data
    const body = { name: 'Export', permissions: ['record.read'] }
    const create = (token: string) => callFrom(app, 'identity/api-tokens', { token, body })
    expect((await create(signedIn)).status).toBe(200)
    app.clock.advance(11 * 60_000)
    const { token } = (await callFrom(app, 'identity/refresh', { body: { refreshToken } })).body.data
    expect(await create(token)).toMatchObject({ status: 403, body: { reason: 'session.confirm' } })
    expect((await callFrom(app, 'identity/confirm', { token, body: { password } })).status).toBe(200)
    expect((await create(token)).status).toBe(200)
  })

  it('leaves each refusal in the audit log', async () => {
    const { apiTokenId } = await make(admin, { scope: 'tenant', permissions: ['record.read'] })
    const body = { name: 'Export', scope: 'tenant', permissions: ['record.read'] }
    const url = 'identity/api-tokens'
    const attempts = [
      ['GET /api/identity/api-tokens', (client) => client.get(`${url}?scope=tenant`)],
      ['POST /api/identity/api-tokens', (client) => client.post(url, body)],
      ['DELETE /api/identity/api-tokens/:apiTokenId', (client) => client.delete(`${url}/${apiTokenId}`)],
    ] satisfies [string, (client: Client) => Promise<Answer>][]
    for (const [told, attempt] of attempts) {
      const manager = await app.newUser('manager')
      expect((await attempt(manager)).status).toBe(403)
      const refusals = await admin.get(`audit?action=permission.refused&actorId=${manager.actor.userId}`)
      expect(refusals.body.data).toMatchObject([
        { outcome: 'refused', subjectId: 'api-token.administer', details: { call: told } },
      ])
    }
    const { token } = await make(admin, { permissions: ['self.read'] })
    expect(await call(token, 'GET', `${url}?scope=tenant`)).toMatchObject({
      status: 403,
      body: {
        message:
          "This token doesn't include “Create API tokens for the whole company”. Use a token that does.",
      },
    })
  })
})

describe('a personal token', () => {
  it('may what was chosen of what its maker may, and no more', async () => {
    const { token } = await make(admin, { permissions: ['record.read', 'user.read'] })
    expect((await organizations(token)).status).toBe(200)
    expect(await call(token, 'POST', 'core/organizations', { globalFields: { name: 'No' } })).toMatchObject({
      status: 403,
      body: {
        reason: 'permission.missing',
        message: "This token doesn't include “Create records”. Use a token that does.",
      },
    })
  })

  it('loses what its maker loses, and stops when they are deactivated', async () => {
    const maker = await app.newUser('manager')
    const { token } = await make(maker, { permissions: ['record.create', 'record.read'] })
    const { database } = app.application.platform
    const set = async (assignment: string) => {
      await database.owner.query(`update app_user set ${assignment} where user_id = ${maker.actor.userId}`)
      await app.application.modules.users.forget(app.tenantId)
    }
    const created = () => call(token, 'POST', 'core/organizations', { globalFields: { name: 'Made' } })
    expect((await created()).status).toBe(200)
    await set('role_id = 4')
    expect(await created()).toMatchObject({ status: 403, body: { reason: 'permission.missing' } })
    expect((await organizations(token)).status).toBe(200)
    await set(`status = 'DEACTIVATED'`)
    expect(await organizations(token)).toMatchObject({ status: 401, body: { reason: 'api_token.refused' } })
  })

  it('makes and revokes no tokens, and changes neither password nor second factor', async () => {
    const { token, apiTokenId } = await make(admin, { permissions: [...permissions] })
    const needed = { status: 403, body: { reason: 'session.needed' } }
    const body = { name: 'More', permissions: ['record.read'] }
    expect(await call(token, 'POST', 'identity/api-tokens', body)).toMatchObject(needed)
    expect(await call(token, 'DELETE', `identity/api-tokens/${apiTokenId}`)).toMatchObject(needed)
    expect(await call(token, 'POST', 'identity/mfa/authenticator')).toMatchObject(needed)
    expect(await call(token, 'PUT', 'identity/mfa/preference', { preferredMFA: 'NOMFA' })).toMatchObject(
      needed,
    )
    expect(await call(token, 'POST', 'identity/mfa/recovery-codes')).toMatchObject(needed)
    const passwords = { currentPassword: 'Quiet-harbour-42', newPassword: 'Quiet-harbour-43' }
    expect(await call(token, 'POST', 'identity/change-password', passwords)).toMatchObject(needed)
    const { user: colleague } = await factorFixture(app).withAuthenticator()
    const path = `user-management/users/${colleague.actor.userId}/disable-mfa`
    const disabled = await app.application.app.inject({
      method: 'PATCH',
      url: `/api/${path}`,
      headers: { authorization: `Bearer ${token}` },
    })
    expect([disabled.statusCode, disabled.json().reason]).toEqual([403, 'session.needed'])
  })

  it('is its maker in the audit log, with the token named', async () => {
    const { token, apiTokenId } = await make(admin, { permissions: ['self.read', 'self.edit'] })
    const actor = await app.application.modules.identity.findActor(token)
    expect(actor).toMatchObject({
      userId: admin.actor.userId,
      sessionId: null,
      via: { kind: 'apiToken', id: apiTokenId, name: 'Export' },
    })
    const db = app.application.platform.database.tenant(app.tenantId)
    await transact(db, (tx) =>
      app.application.modules.audit.write(tx, app.tenantId, { action: 'test.done', summary: 'Done', actor }),
    )
    const { rows } = await app.application.platform.database.owner.query(
      `select actor_kind, actor_id, details from audit_entry where action = 'test.done'`,
    )
    const details = { apiTokenId, apiToken: 'Export' }
    expect(rows).toEqual([{ actor_kind: 'api-token', actor_id: admin.actor.userId, details }])
  })
})

describe('a token of the company', () => {
  it('works as itself: the history of what it made names it', async () => {
    const { token, apiTokenId } = await make(admin, {
      name: 'Billing export',
      scope: 'tenant',
      roleId: 2,
      permissions: ['record.read', 'record.create', 'record.edit', 'history.read'],
    })
    const globalFields = { name: 'From billing', owners: [admin.actor.userId] }
    const created = await call(token, 'POST', 'core/organizations', { globalFields })
    expect(created.status, JSON.stringify(created.body)).toBe(200)
    const id = created.body.data.organizationId
    const history = await admin.get(`core/organizations/${id}/history`)
    expect(history.body.data[0].by.name).toBe('API: Billing export')
    const { body } = await admin.get('identity/api-tokens?scope=tenant')
    expect(body.data[0]).toMatchObject({ apiTokenId, name: 'Billing export', scope: 'tenant', roleId: 2 })
    expect(body.data[0].lastUsedAt).not.toBeNull()
  })

  it('outlives its maker, and is nobody to be met', async () => {
    const maker = await app.newUser('administrator')
    const { token } = await make(maker, { scope: 'tenant', permissions: ['record.read', 'user.read'] })
    await app.application.platform.database.owner.query(
      `update app_user set status = 'DEACTIVATED' where user_id = $1`,
      [maker.actor.userId],
    )
    await app.application.modules.users.forget(app.tenantId)
    expect((await organizations(token)).status).toBe(200)
    const { body } = await call(token, 'GET', 'users')
    expect(body.data.some((user: { email: string }) => user.email.endsWith('@service.invalid'))).toBe(false)
  })
})
