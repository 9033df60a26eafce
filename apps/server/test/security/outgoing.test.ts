import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { MailMessage } from '@steward/contracts/email'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { eml, importOne, messagesOf, pageOf } from '../../src/modules/email/email.fixture.ts'
import { createCognitoTokens } from '../../src/modules/identity-provider/cognito.tokens.ts'
import { createOidcProvider } from '../../src/modules/identity-provider/oidc.adapter.ts'
import type { RedirectState } from '../../src/modules/identity-provider/provider.port.ts'
import { connectTransports } from '../../src/modules/messenger/message.transport.ts'
import { create } from '../../src/modules/record/record.fixture.ts'
import { configure } from '../../src/platform/config/config.ts'
import { readEnvironment } from '../../src/platform/config/env.ts'
import { addressRefusedBy, createHttpOut, type HttpOut } from '../../src/platform/http-out/http-out.ts'
import { startTestApp, type TestApp } from '../harness.ts'

const sources = join(import.meta.dirname, '../../src')

let app: TestApp
/** Stands for what lies inside of the network: anyone who reaches it failed. */
let inside: Server
let address: string
let reached: string[] = []
let answer: { status: number; headers: Record<string, string>; body: string }

beforeAll(async () => {
  inside = createServer((request: IncomingMessage, response) => {
    reached.push(`${request.method} ${request.url}`)
    response.writeHead(answer.status, answer.headers).end(answer.body)
  })
  await new Promise<void>((listening) => void inside.listen(0, '127.0.0.1', listening))
  address = `127.0.0.1:${(inside.address() as AddressInfo).port}`
  app = await startTestApp({ EXCHANGE_RATES_URL: `http://${address}/rates.csv` })
})
afterAll(async () => {
  inside.close()
  await app.stop()
})
beforeEach(() => {
  reached = []
  answer = { status: 200, headers: {}, body: '' }
})

async function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (error: unknown) => error,
  )
}

/** Of what reaches out, why it may: through the guard, or to an address that the operator names in the environment. */
const reachingOut: Record<string, 'guarded' | 'by the operator'> = {
  'modules/currency/rate.jobs.ts': 'guarded',
  'modules/identity-provider/cognito.adapter.ts': 'guarded',
  'modules/identity-provider/oidc.adapter.ts': 'guarded',
  'modules/identity-provider/provider.registry.ts': 'guarded',
  'modules/logo/index.ts': 'guarded',
  'modules/scenario-delivery/call-url.node.ts': 'guarded',
  'modules/scenario-delivery/index.ts': 'guarded',
  'modules/webhook-management/index.ts': 'guarded',
  'modules/webhook-management/webhook.call.ts': 'guarded',
  'modules/webhook-management/webhook.service.ts': 'guarded',
  'modules/file/s3.storage.ts': 'by the operator',
  'modules/file/s3.writing.ts': 'by the operator',
  'modules/messenger/mail.server.ts': 'by the operator',
  'modules/messenger/message.transport.ts': 'by the operator',
}

const reaches =
  /from '(undici|node:(?:http|https|http2|net|tls|dgram)|nodemailer|openid-client|@aws-sdk\/[^']+)'|import\('(undici|openid-client|@aws-sdk\/[^']+|nodemailer)'\)|(?<![\w.])fetch\(|http-out\.ts'/

describe('the modules', () => {
  it('reach out at known places alone', async () => {
    const found: string[] = []
    for await (const file of glob('modules/**/*.ts', { cwd: sources })) {
      if (/\.(test|fixture|d)\.ts$/.test(file)) continue
      const text = readFileSync(join(sources, file), 'utf8').replaceAll(/^import type .*$/gm, '')
      if (reaches.test(text)) found.push(file)
    }
    // A new one that takes an address of a user has to go through platform/http-out.
    expect(found.toSorted()).toEqual(Object.keys(reachingOut).toSorted())
  })
})

/** What a guard is asked for, whose answers for one issuer are made up: the issuer is public, what it names is not. */
function guardAround(issuer: string, document: object): HttpOut {
  const guard = createHttpOut(false)
  return {
    ...guard,
    fetch: (url, init) =>
      String(url).startsWith(`${issuer}/.well-known/openid-configuration`)
        ? Promise.resolve(Response.json(document))
        : guard.fetch(url, init),
  }
}

describe('a sign-in provider that names addresses inside of the network', () => {
  const issuer = 'https://login.steward-test.invalid'

  it.each(['http', 'https'])('has none of them called, with %s', async (scheme) => {
    const place = `${scheme}://${address}`
    const http = guardAround(issuer, {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${place}/token`,
      jwks_uri: `${place}/keys`,
      userinfo_endpoint: `${place}/userinfo`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      code_challenge_methods_supported: ['S256'],
    })
    const provider = createOidcProvider(
      { issuer, clientId: 'steward', clientSecret: 'secret' },
      http,
      () => new Date(),
    )
    const started = await provider.redirect?.start('https://steward.example/back', 'ada@example.com')
    const kept = started?.kept as RedirectState
    const query = new URLSearchParams({ code: 'c', state: kept.state, iss: issuer })
    const returned = new URL(`https://steward.example/back?${query}`)
    const outcome = await provider.redirect?.finish(returned, kept)
    expect(outcome).toMatchObject({ kind: 'refused' })
    expect(reached).toEqual([])
  })

  it('does not have its keys read from there either', async () => {
    const settings = {
      region: 'eu-central-1',
      userPoolId: 'eu-central-1_abc',
      userPoolWebClientId: 'client',
      endpoint: `https://${address}`,
    }
    const tokens = await createCognitoTokens(settings as never, createHttpOut(false))
    const failure = await failureOf(tokens.loadKeys())
    expect(failure).toBeInstanceOf(Error)
    expect(reached).toEqual([])
  })
})

async function fetchRates({ application }: TestApp): Promise<unknown> {
  const { modules, platform } = application
  const task = modules.modules.flatMap(({ tasks }) => tasks?.['currency:fetch-rates'] ?? [])[0]
  const context = { signal: new AbortController().signal, log: platform.log }
  return failureOf(task?.({}, context) as Promise<void>)
}

describe('the exchange rates', () => {
  it('are not fetched inside of the network, unless the operator allows that', async () => {
    expect(addressRefusedBy(await fetchRates(app))).toBeDefined()
    expect(reached).toEqual([])
  })

  it('are not looked for elsewhere when their address leads on', async () => {
    const allowed = await startTestApp({
      EXCHANGE_RATES_URL: `http://${address}/rates.csv`,
      ALLOW_PRIVATE_ADDRESSES: 'on',
    })
    answer = { status: 302, headers: { location: `http://${address}/elsewhere` }, body: '' }
    expect(await fetchRates(allowed)).toBeInstanceOf(Error)
    expect(reached).toEqual(['GET /rates.csv'])
    await allowed.stop()
  })
})

describe('a text message', () => {
  it('goes with its login to the provider alone, wherever that leads on to', async () => {
    const environment = {
      SMS_URL: `http://${address}/send`,
      SMS_ACCOUNT: 'AC1',
      SMS_TOKEN: 't0ken',
      SMS_FROM: '+1',
    }
    const { sms } = connectTransports(configure(readEnvironment(environment)))
    answer = { status: 307, headers: { location: `http://${address}/elsewhere` }, body: '' }
    const message = { recipient: '+49', body: { subject: '', text: 'Code 123456', html: '' } }
    const failure = await failureOf(sms?.(message as never) as Promise<void>)
    expect(String(failure)).toContain('307')
    expect(String(failure)).not.toMatch(/t0ken|123456/)
    expect(reached).toEqual(['POST /send'])
  })
})

describe('a mail that shows pictures from inside of the network', () => {
  it('has none of them fetched: not when it arrives, and not when it is read', async () => {
    const admin = await app.as('administrator')
    const account = await create(admin, 'accounts', { name: 'Customer' })
    const body = `<img src="http://${address}/pixel"><link rel=stylesheet href="http://${address}/x.css">`
    const sent = eml({ type: 'text/html; charset=utf-8', body })
    const { threadId } = await importOne(app, admin, `level=account&parentIdentifier=${account}`, sent)
    const [message] = await messagesOf(admin, threadId)
    for (const pictures of [false, true]) {
      expect((await pageOf(app, message as MailMessage, pictures)).status).toBe(200)
    }
    expect(reached).toEqual([])
  })
})
