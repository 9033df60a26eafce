import { OAuth2Server } from 'oauth2-mock-server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Application } from '../../src/application.ts'
import { callAt, startAnother } from '../another-process.ts'
import { startTestApp, type Client, type TestApp } from '../harness.ts'
import { confirm } from '../sign-in.ts'

const publicUrl = 'https://steward.example'
const settings = { ALLOW_PRIVATE_ADDRESSES: 'on', PUBLIC_URL: publicUrl }

let test: TestApp
let other: Application
let admin: Client

beforeAll(async () => {
  test = await startTestApp(settings)
  other = await startAnother(test, settings)
  admin = await test.as('administrator')
})
afterAll(async () => {
  await other.close()
  await test.stop()
})

describe('what one process was told', () => {
  it('is there for whoever asks the other, as soon as it was answered', async () => {
    const { token } = admin
    const seen = async () => {
      const { body } = await callAt(other, 'core/fields?level=account', { token })
      return (body.data as { name: string }[]).map(({ name }) => name)
    }
    await seen()
    // The other process is notified as soon as this one, and takes its notice a moment later on a busy machine.
    for (let serial = 0; serial < 25; serial += 1) {
      const name = `told${serial}`
      const field = { name, displayName: name, dataType: 'string', columnLevel: 'account' }
      expect((await admin.post('core/fields', field)).status).toBe(200)
      await expect.poll(seen, { timeout: 1000 }).toContain(name)
    }
  })

  it('is counted by all: guesses from one address are a hundred, whoever is asked', async () => {
    const from = '203.0.113.77'
    const guess = (process: Application, n: number) =>
      callAt(process, 'identity/refresh', {
        method: 'POST',
        body: { refreshToken: `some-guess-${n}` },
        from,
      })
    const answers = await Promise.all(
      Array.from({ length: 110 }, (_, n) => guess(n % 2 ? other : test.application, n)),
    )
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(100)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(10)
    test.clock.advance(15 * 60_000)
    expect((await guess(other, 111)).status).toBe(401)
  })
})

describe('a sign-in at a provider', () => {
  let provider: OAuth2Server
  beforeAll(async () => {
    provider = new OAuth2Server()
    await provider.issuer.keys.generate('RS256')
    await provider.start(0, 'localhost')
    await confirm(test, admin)
    const { status } = await admin.patch('identity/sign-in-settings', {
      provider: 'oidc',
      oidc: { issuer: provider.issuer.url, clientId: 'steward', clientSecret: 'very-secret-indeed' },
      domains: ['people.example'],
    })
    expect(status).toBe(200)
  })
  afterAll(() => provider.stop())

  it('begins at one process, comes back to another, and is taken by one of them once', async () => {
    const email = 'both@people.example'
    await test.newUser('manager', email)
    provider.service.on('beforeTokenSigning', (token: { payload: object }) =>
      Object.assign(token.payload, { email, email_verified: true }),
    )
    const started = await test.application.app.inject({
      url: `/api/identity/oidc/start?username=${encodeURIComponent(email)}`,
      headers: { 'x-forwarded-proto': 'https' },
    })
    const cookie = String(started.headers['set-cookie']).split(';')[0] as string
    const atProvider = await fetch(String(started.headers.location), { redirect: 'manual' })
    const { pathname, search } = new URL(atProvider.headers.get('location') as string)
    const comeBack = async ({ app }: Application) => {
      const answer = await app.inject({
        url: `${pathname}${search}`,
        headers: { cookie, 'x-forwarded-proto': 'https' },
      })
      return new URL(String(answer.headers.location), publicUrl).searchParams
    }
    expect((await comeBack(other)).get('handover')).toBeTruthy()
    expect((await comeBack(test.application)).get('error')).toBe('state')
  })
})
