import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { tokenCalls } from './api-token.fixture.ts'

const day = 24 * 60 * 60_000

let app: TestApp
let admin: Client

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
})
afterAll(() => app.stop())

const { make, organizations } = tokenCalls(() => app)

describe('the end of a token', () => {
  it('comes at once when it is revoked, which is said in the log', async () => {
    const { token, apiTokenId } = await make(admin, { name: 'Short lived', permissions: ['record.read'] })
    expect((await organizations(token)).status).toBe(200)
    const revoked = await admin.delete(`identity/api-tokens/${apiTokenId}`)
    expect(revoked.body.data.revokedAt).not.toBeNull()
    expect(await organizations(token)).toMatchObject({ status: 401, body: { reason: 'api_token.revoked' } })
    const again = await admin.delete(`identity/api-tokens/${apiTokenId}`)
    expect(again.body.data.revokedAt).toBe(revoked.body.data.revokedAt)
    const { rows } = await app.application.platform.database.owner.query(
      `select action, summary from audit_entry where subject_kind = 'api-token' and subject_id = $1 order by audit_id`,
      [String(apiTokenId)],
    )
    expect(rows).toEqual([
      { action: 'api_token.created', summary: 'Personal API token “Short lived” made' },
      { action: 'api_token.revoked', summary: 'Personal API token “Short lived” revoked' },
    ])
  })

  it('comes when it expires, to the moment', async () => {
    const { token, expiresAt } = await make(admin, { permissions: ['record.read'], expiresInDays: 1 })
    const left = Date.parse(expiresAt) - app.clock.now().getTime()
    app.clock.advance(left - 2000)
    expect((await organizations(token)).status).toBe(200)
    app.clock.advance(2000)
    expect(await organizations(token)).toMatchObject({ status: 401, body: { reason: 'api_token.expired' } })
  })

  it('never comes by itself where that was chosen', async () => {
    const { token, expiresAt } = await make(admin, { permissions: ['record.read'], expiresInDays: null })
    expect(expiresAt).toBeNull()
    app.clock.advance(3000 * day)
    expect((await organizations(token)).status).toBe(200)
  })

  it('is the same for a token that never was', async () => {
    const answer = await organizations('stw_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA')
    expect(answer).toMatchObject({ status: 401, body: { reason: 'api_token.unknown' } })
  })
})

describe('the tokens of others', () => {
  it('are neither seen nor revoked: of a colleague, of another company', async () => {
    const { apiTokenId } = await make(admin, { permissions: ['record.read'] })
    const { apiTokenId: ofCompany } = await make(admin, { scope: 'tenant', permissions: ['record.read'] })
    const [colleague, foreigner] = [await app.newUser('administrator'), await app.foreigner()]
    expect((await colleague.get('identity/api-tokens')).body.data).toEqual([])
    expect((await foreigner.get('identity/api-tokens?scope=tenant')).body.data).toEqual([])
    expect((await colleague.delete(`identity/api-tokens/${apiTokenId}`)).status).toBe(404)
    expect((await foreigner.delete(`identity/api-tokens/${apiTokenId}`)).status).toBe(404)
    expect((await foreigner.delete(`identity/api-tokens/${ofCompany}`)).status).toBe(404)
  })
})

it('has its last use written once a minute', async () => {
  const { token, apiTokenId } = await make(admin, { permissions: ['record.read'] })
  const lastUse = async () => {
    const { body } = await admin.get('identity/api-tokens')
    return body.data.find((one: { apiTokenId: number }) => one.apiTokenId === apiTokenId).lastUsedAt
  }
  await organizations(token)
  const first = await lastUse()
  app.clock.advance(30_000)
  await organizations(token)
  expect(await lastUse()).toBe(first)
  app.clock.advance(31_000)
  await organizations(token)
  expect(Date.parse(await lastUse()) - Date.parse(first)).toBeGreaterThan(60_000)
})
