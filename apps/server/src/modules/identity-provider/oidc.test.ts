import { OAuth2Server, type MutableResponse, type MutableToken } from 'oauth2-mock-server'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { confirm } from '../../../test/sign-in.ts'
import { verifyDomains } from '../../../test/verified-domains.ts'
import { publicUrl, VisitingBrowser } from './oidc.fixture.ts'

const secret = 'very-secret-indeed'
const domain = 'people.example'

let test: TestApp
let provider: OAuth2Server
let admin: Client
/** What the provider says of anyone who signs in. */
let claims: Record<string, unknown>
/** What reached the provider's token endpoint. */
let tokenCalls: { body: Record<string, string>; authorization: string | undefined }[]

beforeAll(async () => {
  provider = new OAuth2Server()
  await provider.issuer.keys.generate('RS256')
  await provider.start(0, 'localhost')
  provider.service.on('beforeTokenSigning', (token: MutableToken) => {
    Object.assign(token.payload, claims)
  })
  provider.service.on('beforeResponse', (_response, request) => {
    tokenCalls.push({ body: request.body, authorization: request.headers.authorization })
  })
  test = await startTestApp({ ALLOW_PRIVATE_ADDRESSES: 'on', PUBLIC_URL: publicUrl })
  admin = await test.as('administrator')
  const { status, body } = await admin.patch('identity/sign-in-settings', {
    provider: 'oidc',
    oidc: { issuer: provider.issuer.url, clientId: 'steward', clientSecret: secret },
    domains: [domain],
  })
  expect(status, JSON.stringify(body)).toBe(200)
  await verifyDomains(test)
})
afterAll(() => Promise.all([test.stop(), provider.stop()]))

beforeEach(() => {
  claims = {}
  tokenCalls = []
})

const newBrowser = (): VisitingBrowser => new VisitingBrowser(test)
const failureOf = (page: URL): string | null =>
  page.pathname === '/login' ? page.searchParams.get('error') : null

async function newPerson(email: string): Promise<Client> {
  const client = await test.newUser('manager', email)
  claims = { email, email_verified: true }
  return client
}

describe('GET /tenant/:username', () => {
  it('says where the sign-in begins, to everybody alike', async () => {
    const { body } = await test.anonymous.get(`tenant/nobody@${domain}`)
    expect(body.data).toMatchObject({
      provider: 'oidc',
      userPoolId: null,
      signInUrl: `/api/identity/oidc/start?username=nobody%40${domain}`,
    })
  })

  it('says the same of someone who works for another company', async () => {
    const { actor } = await test.foreigner()
    const { owner } = test.application.platform.database
    await owner.query('update app_user set email = $2 where user_id = $1', [actor.userId, `guest@${domain}`])
    await test.application.modules.users.forget(actor.tenantId)
    const { body } = await test.anonymous.get(`tenant/guest@${domain}`)
    expect(body.data).toMatchObject({ provider: 'oidc' })
    const starts = await Promise.all(
      ['guest', 'nobody'].map((name) =>
        test.application.app.inject(`/api/identity/oidc/start?username=${name}@${domain}`),
      ),
    )
    const [first, second] = starts.map(({ headers }) => new URL(String(headers.location)).origin)
    expect(first).toBe(second)
  })
})

describe('a sign-in at an OpenID Connect provider', () => {
  it('leads to the provider, back, and to a session', async () => {
    const { actor } = await newPerson(`anna@${domain}`)
    const browser = newBrowser()
    const authorize = await browser.start(`anna@${domain}`, '/app/accounts/list?page=2')
    expect(Object.fromEntries(authorize.searchParams)).toMatchObject({
      response_type: 'code',
      client_id: 'steward',
      redirect_uri: `${publicUrl}/api/identity/oidc/callback`,
      scope: 'openid email profile',
      code_challenge_method: 'S256',
      login_hint: `anna@${domain}`,
      state: expect.stringMatching(/.{40,}/),
      nonce: expect.stringMatching(/.{40,}/),
    })
    const page = await browser.comeBack(await browser.visit(authorize))
    expect(page.pathname).toBe('/login')
    expect(page.searchParams.get('origin')).toBe('/app/accounts/list?page=2')
    const answer = await browser.finish(page, { remember: true, refresh: 'cookie' })
    expect(answer.statusCode, answer.body).toBe(200)
    const { data } = answer.json()
    expect(data.user).toMatchObject({ userId: actor.userId, email: `anna@${domain}` })
    expect(data.refreshToken).toBeNull()
    expect(browser.cookies.has('steward_refresh')).toBe(true)
    // The code went with its verifier and the secret, and the provider checked both halves of it.
    expect(tokenCalls).toHaveLength(1)
    expect(tokenCalls[0]?.body.code_verifier).toMatch(/.{43,}/)
    expect(tokenCalls[0]?.authorization ?? tokenCalls[0]?.body.client_secret).toBeTruthy()
  })

  it('keeps what it needs in cookies that no script and no other site reads', async () => {
    await newPerson(`cookies@${domain}`)
    const browser = newBrowser()
    await browser.signIn(`cookies@${domain}`)
    const [state, , handover] = browser.set
    expect(state).toMatch(/^steward_oidc=/)
    expect(state).toMatch(/HttpOnly/)
    expect(state).toMatch(/SameSite=Lax/)
    expect(state).toMatch(/Max-Age=600/)
    expect(state).toMatch(/Secure/)
    expect(handover).toMatch(/^steward_handover=.*Max-Age=60;.*HttpOnly.*SameSite=Strict/)
  })

  it('goes back to pages of our own only', async () => {
    await newPerson(`origin@${domain}`)
    for (const origin of [
      'https://evil.example/',
      '//evil.example',
      '/\\evil.example',
      '/.//evil.example',
      '/app/..//evil.example',
      'javascript:alert(1)',
      'app',
    ]) {
      const page = await newBrowser().signIn(`origin@${domain}`, origin)
      expect(page.searchParams.get('handover')).toBeTruthy()
      expect(page.searchParams.get('origin')).toBeNull()
    }
  })

  it('takes no id of a user from a provider that keeps none', async () => {
    const { actor } = await newPerson(`ordinary@${domain}`)
    claims['custom:userId'] = String(admin.actor.userId)
    const browser = newBrowser()
    const answer = await browser.finish(await browser.signIn(`ordinary@${domain}`))
    expect(answer.json().data.user.userId).toBe(actor.userId)
  })

  it('makes somebody active who was invited', async () => {
    const { actor } = await newPerson(`invited@${domain}`)
    const { platform, modules } = test.application
    await platform.database.owner.query(`update app_user set status = 'INVITED' where user_id = $1`, [
      actor.userId,
    ])
    await modules.users.forget(test.tenantId)
    const browser = newBrowser()
    const answer = await browser.finish(await browser.signIn(`invited@${domain}`))
    expect(answer.json().data.user.status).toBe('ACTIVE')
  })

  it('asks the provider for the address where the token does not have it', async () => {
    const { actor } = await newPerson(`asked@${domain}`)
    claims = {}
    const tell = (response: MutableResponse) => {
      response.body = { sub: 'johndoe', email: `asked@${domain}`, email_verified: true }
    }
    provider.service.once('beforeUserinfo', tell)
    const browser = newBrowser()
    const answer = await browser.finish(await browser.signIn(`asked@${domain}`))
    expect(answer.json().data.user.userId).toBe(actor.userId)
  })
})

const forge = (response: MutableResponse) => {
  if (response.body === '') return
  const [head, body] = String(response.body.id_token).split('.')
  response.body.id_token = `${head}.${body}.${Buffer.alloc(256, 7).toString('base64url')}`
}

describe('a sign-in that comes to nothing', () => {
  it('says that the provider refused the code', async () => {
    await newPerson(`code@${domain}`)
    provider.service.once('beforeResponse', (response: MutableResponse) => {
      response.statusCode = 400
      response.body = { error: 'invalid_grant' }
    })
    expect(failureOf(await newBrowser().signIn(`code@${domain}`))).toBe('denied')
  })

  it('says that the provider, or the user, refused', async () => {
    const browser = newBrowser()
    const authorize = await browser.start(`any@${domain}`)
    const returned = new URL(authorize.searchParams.get('redirect_uri') as string)
    returned.search = `${new URLSearchParams({ error: 'access_denied', state: authorize.searchParams.get('state') ?? '' })}`
    expect(failureOf(await browser.comeBack(returned))).toBe('denied')
  })

  it.each<[string, Record<string, unknown>]>([
    ['that was made for another sign-in', { nonce: 'another' }],
    ['that was made for another client', { aud: 'another' }],
    ['of another issuer', { iss: 'https://evil.example' }],
    ['that is over', { exp: 1_000_000_000 }],
  ])('takes no token %s', async (_, wrong) => {
    await newPerson(`token-${Object.keys(wrong)[0]}@${domain}`)
    claims = { ...claims, ...wrong }
    expect(failureOf(await newBrowser().signIn(`any@${domain}`))).toBe('denied')
  })

  it('takes no token that somebody else signed', async () => {
    await newPerson(`signature@${domain}`)
    provider.service.once('beforeResponse', forge)
    expect(failureOf(await newBrowser().signIn(`signature@${domain}`))).toBe('denied')
  })

  it('lets nobody in whose address was not verified', async () => {
    await newPerson(`unverified@${domain}`)
    claims = { email: `unverified@${domain}`, email_verified: false }
    expect(failureOf(await newBrowser().signIn(`unverified@${domain}`))).toBe('email')
  })

  it('creates nobody', async () => {
    claims = { email: `stranger@${domain}`, email_verified: true }
    expect(failureOf(await newBrowser().signIn(`stranger@${domain}`))).toBe('unknown')
    const { byEmail } = await test.application.modules.users.directory(test.tenantId)
    expect(byEmail.has(`stranger@${domain}`)).toBe(false)
  })

  it('writes to the audit log who was refused, and why', async () => {
    claims = { email: `noted@${domain}`, email_verified: true }
    await newBrowser().signIn(`noted@${domain}`)
    const { rows } = await test.application.platform.database.owner.query(
      `select outcome, actor_name, details from audit_entry where tenant_id = $1 and action = 'session.refused'
       order by audit_id desc limit 1`,
      [test.tenantId],
    )
    expect(rows[0]).toEqual({
      outcome: 'refused',
      actor_name: `noted@${domain}`,
      details: { reason: 'unknown' },
    })
  })

  it('begins and ends in one browser', async () => {
    await newPerson(`browser@${domain}`)
    const [victim, attacker] = [newBrowser(), newBrowser()]
    const returned = await attacker.visit(await attacker.start(`browser@${domain}`))
    expect(failureOf(await victim.comeBack(returned))).toBe('state')
    // Nor can a sign-in that went well be slipped to another browser.
    const page = await attacker.comeBack(returned)
    const slipped = await victim.finish(page)
    expect([slipped.statusCode, slipped.json().reason]).toEqual([401, 'handover.unknown'])
    expect((await attacker.finish(page)).statusCode).toBe(200)
  })

  it('is over after ten minutes', async () => {
    await newPerson(`slow@${domain}`)
    const browser = newBrowser()
    const returned = await browser.visit(await browser.start(`slow@${domain}`))
    test.clock.advance(10 * 60_000)
    expect(failureOf(await browser.comeBack(returned))).toBe('state')
  })

  it('is taken once: the way back as well as the handover', async () => {
    await newPerson(`once@${domain}`)
    const browser = newBrowser()
    const returned = await browser.visit(await browser.start(`once@${domain}`))
    const kept = browser.cookies.get('steward_oidc') as string
    const page = await browser.comeBack(returned)
    expect(browser.cookies.has('steward_oidc')).toBe(false)
    expect(failureOf(await browser.comeBack(returned))).toBe('state')
    browser.cookies.set('steward_oidc', kept)
    expect(failureOf(await browser.comeBack(returned))).toBe('state')
    expect((await browser.finish(page)).statusCode).toBe(200)
    const again = await browser.finish(page)
    expect([again.statusCode, again.json().reason]).toEqual([401, 'handover.unknown'])
  })

  it('is not for a handover that waited, or was made up', async () => {
    await newPerson(`handover@${domain}`)
    const browser = newBrowser()
    const page = await browser.signIn(`handover@${domain}`)
    for (const handover of ['1.made-up', 'made-up', '99999999999.x', '1.', "1'.x"]) {
      const madeUp = await browser.call('POST', '/api/identity/oidc/finish', { handover })
      expect([handover, madeUp.statusCode]).toEqual([handover, 401])
    }
    test.clock.advance(61_000)
    expect((await browser.finish(page)).statusCode).toBe(401)
  })

  it('says that the provider does not answer', async () => {
    const { body } = await admin.get('identity/sign-in-settings')
    expect(body.data.provider).toBe('oidc')
    await confirm(test, admin)
    const away = new OAuth2Server()
    await away.issuer.keys.generate('RS256')
    await away.start(0, 'localhost')
    const oidc = { issuer: away.issuer.url as string, clientId: 'steward' }
    expect((await admin.patch('identity/sign-in-settings', { oidc })).status).toBe(200)
    await away.stop()
    expect(failureOf(await newBrowser().start(`any@${domain}`, '/app'))).toBe('provider')
    await admin.patch('identity/sign-in-settings', {
      oidc: { issuer: provider.issuer.url, clientId: 'steward', clientSecret: secret },
    })
  })

  it('is none where the company has no such provider', async () => {
    const other = await test.foreigner()
    await other.patch('identity/sign-in-settings', { domains: ['other.example'] })
    await verifyDomains(test)
    expect(failureOf(await newBrowser().start('any@other.example'))).toBe('provider')
    expect(failureOf(await newBrowser().start('no-address'))).toBe('provider')
  })
})
