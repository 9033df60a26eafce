import { createServer, type AddressInfo } from 'node:net'
import { OAuth2Server } from 'oauth2-mock-server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { createHttpOut } from '../../platform/http-out/http-out.ts'
import { createCognitoProvider } from './cognito.adapter.ts'
import { startLocalPool, type LocalPool } from './cognito.fixture.ts'

const settingsPath = 'identity/sign-in-settings'

let test: TestApp
let pool: LocalPool
let admin: Client
let issuer: OAuth2Server

beforeAll(async () => {
  issuer = new OAuth2Server()
  await issuer.issuer.keys.generate('RS256')
  await issuer.start(0, 'localhost')
  ;[test, pool] = await Promise.all([
    startTestApp({ ALLOW_PRIVATE_ADDRESSES: 'on', PUBLIC_URL: 'https://steward.example/' }),
    startLocalPool(),
  ])
  admin = await test.as('administrator')
})
afterAll(() => Promise.all([test.stop(), pool.stop(), issuer.stop()]))

async function check(change: object): Promise<{ reachable: boolean; message: string }> {
  const { status, body } = await admin.post(`${settingsPath}/check`, change)
  expect(status).toBe(200)
  return body.data
}

describe('GET /identity/sign-in-settings', () => {
  it('begins with passwords that Steward checks', async () => {
    const { status, body } = await admin.get(settingsPath)
    expect(status).toBe(200)
    expect(body.data).toEqual({
      provider: 'built-in',
      domains: [],
      domainProofs: [],
      mfaRequired: false,
      passwordMaxLength: 30,
      cognito: null,
      oidc: null,
      redirectUri: 'https://steward.example/api/identity/oidc/callback',
    })
  })

  it.each(['normalUser', 'manager', 'viewer'] as const)('is not for the role %s', async (role) => {
    const client = await test.as(role)
    const answers = await Promise.all([
      client.get(settingsPath),
      client.patch(settingsPath, { mfaRequired: true }),
      client.post(`${settingsPath}/check`, {}),
    ])
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403])
  })
})

describe('POST /identity/sign-in-settings/check', () => {
  it('says that a user pool and its client answer', async () => {
    expect(await check({ cognito: pool.settings })).toEqual({
      reachable: true,
      message: `The user pool ${pool.settings.userPoolId} responds, and its app client allows sign-ins.`,
    })
  })

  it('says what is wrong with a user pool', async () => {
    const client = await check({ cognito: { ...pool.settings, userPoolWebClientId: 'nobody' } })
    expect(client).toEqual({ reachable: false, message: 'The user pool has no app client with this id.' })
    const address = await check({ cognito: { ...pool.settings, endpoint: 'http://localhost:1' } })
    expect(address).toEqual({
      reachable: false,
      message:
        "The user pool isn't responding. Check region, user pool and address; an address in a private network needs ALLOW_PRIVATE_ADDRESSES=on.",
    })
  })

  it('says whether an OpenID Connect provider answers', async () => {
    const url = issuer.issuer.url as string
    expect(await check({ oidc: { issuer: url, clientId: 'steward' } })).toEqual({
      reachable: true,
      message: `The provider responds as ${url}.`,
    })
    expect(await check({ oidc: { issuer: pool.settings.endpoint, clientId: 'steward' } })).toEqual({
      reachable: false,
      message: 'This address is not an OpenID Connect provider. Check the issuer.',
    })
    expect(await check({ oidc: { issuer: 'http://localhost:1', clientId: 'steward' } })).toEqual({
      reachable: false,
      message:
        "The provider isn't responding. Check the address of the issuer; an address in a private network needs ALLOW_PRIVATE_ADDRESSES=on.",
    })
    // The same provider under another name would pass off its tokens as those of someone else.
    expect(
      await check({ oidc: { issuer: url.replace('localhost', '127.0.0.1'), clientId: 'steward' } }),
    ).toEqual({
      reachable: false,
      message: 'The provider uses another issuer address. Enter the issuer exactly as the provider does.',
    })
  })

  it('changes nothing', async () => {
    await check({ provider: 'cognito', cognito: pool.settings, domains: ['checked.example'] })
    const { body } = await admin.get(settingsPath)
    expect(body.data).toMatchObject({ provider: 'built-in', cognito: null, domains: [] })
  })
})

describe('PATCH /identity/sign-in-settings', () => {
  it('takes what it is given and leaves the rest', async () => {
    const first = await admin.patch(settingsPath, {
      mfaRequired: true,
      domains: ['B.example', 'a.example', 'a.example'],
    })
    expect(first.status).toBe(200)
    expect(first.body.data).toMatchObject({ mfaRequired: true, domains: ['a.example', 'b.example'] })
    const second = await admin.patch(settingsPath, {
      mfaRequired: false,
      passwordMaxLength: 30,
      domains: ['a.example'],
    })
    expect(second.body.data).toMatchObject({
      mfaRequired: false,
      passwordMaxLength: 30,
      domains: ['a.example'],
    })
    expect((await admin.get(settingsPath)).body.data).toEqual(second.body.data)
    expect(await test.application.modules.providers.rules(test.tenantId)).toMatchObject({
      passwordMaxLength: 30,
    })
  })

  it.each([
    ['domains', { domains: ['no domain'] }, 'domains.0'],
    ['a length', { passwordMaxLength: 7 }, 'passwordMaxLength'],
    ['an issuer', { oidc: { issuer: 'somewhere', clientId: 'steward' } }, 'oidc.issuer'],
    [
      'a region',
      { cognito: { region: 'evil.example/', userPoolId: 'a_b', userPoolWebClientId: 'c' } },
      'cognito.region',
    ],
    [
      'a pool',
      { cognito: { region: 'eu-west-1', userPoolId: '../x', userPoolWebClientId: 'c' } },
      'cognito.userPoolId',
    ],
    ['a provider without settings', { provider: 'oidc' }, 'oidc'],
    ['the other provider without settings', { provider: 'cognito' }, 'cognito'],
  ])('names what is wrong with %s', async (_, change, field) => {
    const { status, body } = await admin.patch(settingsPath, change)
    expect(status).toBe(400)
    expect(Object.keys(body.fields)).toEqual([field])
  })

  it('does not move to a provider that does not answer', async () => {
    const oidc = { issuer: 'http://localhost:1', clientId: 'steward' }
    const { status, body } = await admin.patch(settingsPath, { provider: 'oidc', oidc })
    expect(status).toBe(400)
    expect(body).toMatchObject({
      reason: 'sign_in_settings.no_answer',
      fields: {
        oidc: "The provider isn't responding. Check the address of the issuer; an address in a private network needs ALLOW_PRIVATE_ADDRESSES=on.",
      },
    })
    expect((await admin.get(settingsPath)).body.data).toMatchObject({ provider: 'built-in', oidc: null })
  })

  it('is not for API tokens: whoever finds one must not let themselves in for good', async () => {
    const made = await admin.post('identity/api-tokens', {
      name: 'Robot',
      scope: 'personal',
      permissions: ['sign-in.administer'],
    })
    expect(made.status, JSON.stringify(made.body)).toBe(200)
    const call = (method: 'GET' | 'PATCH') =>
      test.application.app.inject({
        method,
        url: `/api/${settingsPath}`,
        headers: { authorization: `Bearer ${made.body.data.token}` },
        ...(method === 'PATCH' ? { payload: { mfaRequired: true } } : {}),
      })
    expect((await call('GET')).statusCode).toBe(200)
    const change = await call('PATCH')
    expect([change.statusCode, change.json().reason]).toEqual([403, 'session.needed'])
  })

  it('keeps the client secret to itself, and for the client that it belongs to', async () => {
    const oidc = { issuer: issuer.issuer.url as string, clientId: 'steward' }
    const set = await admin.patch(settingsPath, { oidc: { ...oidc, clientSecret: 'very-secret-indeed' } })
    expect(set.body.data.oidc).toEqual({ ...oidc, hasClientSecret: true })
    expect(JSON.stringify(set.body)).not.toContain('very-secret')
    const stored = await test.application.platform.database.owner.query(
      'select oidc::text || oidc_client_secret as text from sign_in_settings where tenant_id = $1',
      [test.tenantId],
    )
    expect(stored.rows[0].text).toContain('steward')
    expect(stored.rows[0].text).not.toContain('very-secret')
    const kept = await admin.patch(settingsPath, { oidc })
    expect(kept.body.data.oidc.hasClientSecret).toBe(true)
    const moved = await admin.patch(settingsPath, { oidc: { ...oidc, issuer: 'https://elsewhere.example' } })
    expect(moved.body.data.oidc).toMatchObject({
      issuer: 'https://elsewhere.example',
      hasClientSecret: false,
    })
    expect((await admin.patch(settingsPath, { oidc: null })).body.data.oidc).toBeNull()
  })

  it('writes who changed what to the audit log, without secrets', async () => {
    const oidc = {
      issuer: issuer.issuer.url as string,
      clientId: 'steward',
      clientSecret: 'very-secret-indeed',
    }
    await admin.patch(settingsPath, { provider: 'oidc', oidc })
    await admin.patch(settingsPath, { provider: 'built-in' })
    const { rows } = await test.application.platform.database.owner.query(
      `select * from audit_entry where tenant_id = $1 and action = 'sign_in_settings.changed' order by audit_id desc limit 2`,
      [test.tenantId],
    )
    expect(rows.map((row) => row.summary)).toEqual([
      'Sign-in moved from oidc to built-in',
      'Sign-in moved from built-in to oidc',
    ])
    expect(rows[0]).toMatchObject({ actor_id: admin.actor.userId, details: { changed: ['provider'] } })
    expect(JSON.stringify(rows)).not.toContain('very-secret')
  })
})

describe('an installation whose operator does not allow private addresses', () => {
  it('calls none, and says so', async () => {
    const closed = await startTestApp()
    try {
      const client = await closed.as('administrator')
      const path = `${settingsPath}/check`
      const endpoint = 'https://169.254.169.254'
      const cognito = await client.post(path, { cognito: { ...pool.settings, endpoint } })
      expect(cognito.body.data).toMatchObject({
        reachable: false,
        message: expect.stringContaining('169.254.169.254'),
      })
      const byName = (host: string) =>
        client.post(path, { oidc: { issuer: `https://${host}:8443`, clientId: 'steward' } })
      const [inside, none] = [await byName('localhost'), await byName('nowhere.invalid')]
      expect(inside.body.data).toMatchObject({ reachable: false, message: /isn't responding/ })
      expect(inside.body).toEqual(none.body)
      const plain = await client.post(path, { oidc: { issuer: issuer.issuer.url, clientId: 'steward' } })
      expect(plain.body.data).toMatchObject({
        reachable: false,
        message: expect.stringContaining('https://'),
      })
    } finally {
      await closed.stop()
    }
  })

  it('does not even connect, whatever client it uses', async () => {
    let connections = 0
    const server = createServer((socket) => {
      connections += 1
      socket.destroy()
    })
    await new Promise<void>((listening) => void server.listen(0, 'localhost', listening))
    try {
      const { port } = server.address() as AddressInfo
      const settings = { ...pool.settings, endpoint: `https://localhost:${port}` }
      const signIn = (allowPrivate: boolean) =>
        createCognitoProvider(settings, createHttpOut(allowPrivate)).passwords?.signIn('anna', 'secret')
      expect(await signIn(false)).toEqual({ kind: 'refused', refusal: 'away' })
      expect(connections).toBe(0)
      expect(await signIn(true)).toEqual({ kind: 'refused', refusal: 'away' })
      expect(connections).toBeGreaterThan(0)
    } finally {
      server.close()
    }
  })
})
