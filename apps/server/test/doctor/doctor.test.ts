import { once } from 'node:events'
import { chmod, rm, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { countsOf, reportJson, reportText } from '../../src/doctor/report.ts'
import {
  startMailServer,
  startSmsProvider,
  type MailServer,
  type SmsProvider,
} from '../../src/modules/messenger/messenger.fixture.ts'
import { secretKey, startTestApp, type TestApp } from '../harness.ts'
import { openPlace, say, type Place } from './doctor.fixture.ts'

let place: Place
let owner: pg.Client
let folder: string
let mail: MailServer
let sms: SmsProvider
const servers: Server[] = []

/** A server that answers like this, and its address. */
async function serve(answer: RequestListener): Promise<{ url: string; port: number }> {
  const server = createServer(answer)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  servers.push(server)
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, port }
}

const json = (status: number, body: unknown): RequestListener => {
  return (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }
}

beforeAll(async () => {
  place = await openPlace()
  ;({ owner, folder } = place)
  mail = await startMailServer()
  sms = await startSmsProvider()
})

afterAll(async () => {
  await Promise.all([mail.stop(), sms.stop()])
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
  await place.close()
})

const look = (given?: NodeJS.ProcessEnv) => place.look(given)

/** What a look must leave as it is. */
const state = async () =>
  (
    await owner.query(
      'select count(*)::int as migrations, (select count(*)::int from event) as events from migration',
    )
  ).rows

describe('a sound installation', () => {
  it('has no fault, and every finding that asks for something says what', async () => {
    const steward = await serve(json(200, { status: 'alive' }))
    const findings = await look({
      PORT: String(steward.port),
      PUBLIC_URL: steward.url,
      SMTP_URL: mail.url,
      MAIL_FROM: 'steward@example.com',
      SMS_URL: sms.url,
      SMS_ACCOUNT: 'AC1',
      SMS_TOKEN: 'token',
      SMS_FROM: '+15550100',
    })
    expect(findings.filter(({ verdict }) => verdict === 'fault')).toEqual([])
    const mute = findings.filter(({ verdict, advice }) => ['warning', 'fault'].includes(verdict) && !advice)
    expect(mute).toEqual([])
    expect(say(findings, 'PORT')).toEqual([`ok: Steward answers at 127.0.0.1:${steward.port}.`])
    expect(say(findings, 'Migrations')[0]).toMatch(/^ok: All \d+ are applied\.$/)
    expect(say(findings, 'Mail')[0]).toContain('takes mails with this user and password')
    expect(say(findings, 'Text messages')[0]).toMatch(/nothing was sent/)
    expect(say(findings, 'Clock')[0]).toMatch(/^ok/)
    expect(mail.attempts).toEqual([])
  })

  it('is left as it was', async () => {
    const before = await state()
    await look()
    expect(await state()).toEqual(before)
  })

  it('says nothing secret', async () => {
    const texts = JSON.stringify(await look({ SMTP_URL: 'smtp://steward:s3cret-of-mail@127.0.0.1:1' }))
    expect(texts).not.toContain('s3cret-of-mail')
    expect(texts).not.toContain(secretKey)
    expect(texts).not.toContain(new URL(place.url).password || 'no password')
  })
})

describe('a running Steward', () => {
  let app: TestApp

  beforeAll(async () => {
    app = await startTestApp()
  })
  afterAll(() => app.stop())

  it('is seen, with its worker, and the lack of one', async () => {
    const url = app.application.platform.database.url
    const without = say(await look({ DATABASE_URL: url }), 'Processes')
    expect(without[0]).toMatch(/^ok: Steward runs: 1 at/)
    expect(without[1]).toMatch(/^warning: No process is a worker/)
    await app.application.startWorker()
    expect(say(await look({ DATABASE_URL: url }), 'Processes')[1]).toMatch(/^ok: Workers: 1 at/)
  })
})

describe('what is wrong', () => {
  it.each<[string, string, NodeJS.ProcessEnv, RegExp]>([
    [
      'Environment',
      'a variable',
      { PORT: 'many', LOG_LEVEL: 'loud' },
      /fault: PORT: .* -> .*environment\.md/,
    ],
    [
      'Database',
      'a host',
      { DATABASE_URL: 'postgres://a:b@no-such-host.invalid/c' },
      /fault: .*-> (The host name does not exist|.*name)/,
    ],
    [
      'Database',
      'a port',
      { DATABASE_URL: 'postgres://a:b@127.0.0.1:1/c' },
      /fault: .*-> The connection was refused/,
    ],
    ['Environment', 'a proxy', { TRUSTED_PROXIES: 'proxy.example.com' }, /fault: TRUSTED_PROXIES: .*neither/],
    [
      'HOST',
      'a host that is another',
      { HOST: '192.0.2.1', PORT: '7100' },
      /fault: 192\.0\.2\.1 is no address/,
    ],
    ['Data folder', 'a file', { DATA_DIR: '/etc/hostname' }, /fault: .* is a file, and no folder/],
    ['Secret key', 'a key', { SECRET_KEY: 'ab'.repeat(20) }, /fault: .*can be guessed.*openssl/],
    ['Mail', 'no mail server', {}, /warning: No mail server.*SMTP_URL/],
    [
      'Mail',
      'an address of mails',
      { SMTP_URL: 'smtp://127.0.0.1:1' },
      /fault: .*takes no mails.*-> Correct host and port/,
    ],
    ['TLS', 'an address without TLS', { PUBLIC_URL: 'http://steward.invalid' }, /fault: .*no TLS.*https/],
    [
      'PUBLIC_URL',
      'an address that nobody knows',
      { PUBLIC_URL: 'https://steward.invalid' },
      /warning: .*cannot be reached/,
    ],
    ['TRUSTED_PROXIES', 'a proxy on the same machine', {}, /note: .*X-Forwarded-For/],
    ['HOST', 'an open door', { HOST: '0.0.0.0' }, /warning: .*TRUSTED_PROXIES/],
    [
      'Exchange rates',
      'no rates',
      { EXCHANGE_RATES_URL: 'http://127.0.0.1:1' },
      /fault: .*EXCHANGE_RATES_URL/,
    ],
    [
      'Telemetry',
      'no collector',
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' },
      /warning: .*Steward also works without/,
    ],
    ['Backup', 'no backup', {}, /warning: .*npm run backup/],
  ])('is said of %s: %s', async (about, _what, given, expected) => {
    expect(say(await look(given), about).join('\n')).toMatch(expected)
  })

  it('a login that the mail server does not know', async () => {
    const url = mail.url.replace('s3cret-of-mail', 'wrong')
    expect(say(await look({ SMTP_URL: url }), 'Mail')[0]).toMatch(/^fault: .*-> Correct user and password/)
  })

  it('an account that the provider of text messages does not know', async () => {
    sms.refusal = { status: 401, body: '{}' }
    const findings = await look({ SMS_URL: sms.url, SMS_ACCOUNT: 'AC1', SMS_TOKEN: 'x', SMS_FROM: '+1' })
    expect(say(findings, 'Text messages')[0]).toMatch(/^fault: .*SMS_TOKEN/)
    sms.refusal = undefined
  })

  it('a data folder that everybody may look into', async () => {
    await chmod(folder, 0o755)
    expect(say(await look(), 'Data folder')).toContainEqual(
      expect.stringMatching(/^warning: Every user .*0700/),
    )
    await chmod(folder, 0o711)
    expect(say(await look(), 'Data folder')).toHaveLength(1)
    await chmod(folder, 0o700)
  })

  it('an address without a machine, once, and not as a fault of its certificate', async () => {
    expect(say(await look({ PUBLIC_URL: 'https://steward.invalid' }), 'TLS')).toEqual([])
  })

  it('a port that another program has', async () => {
    const other = await serve(json(200, { hello: 'world' }))
    const forWorker = await look({ OPERATIONS_PORT: String(other.port), ROLES: 'worker' })
    expect(say(forWorker, 'OPERATIONS_PORT')[0]).toMatch(/^fault: Another program is using/)
    const findings = await look({ PORT: String(other.port), PUBLIC_URL: other.url })
    expect(say(findings, 'PORT')[0]).toMatch(/^fault: Another program is using/)
    expect(say(findings, 'PUBLIC_URL')[0]).toMatch(/^fault: .*it is not Steward/)
  })

  it('a bucket that refuses', async () => {
    const bucket = await serve((_request, response) => response.writeHead(403).end())
    const given = { S3_BUCKET: 'files', S3_ENDPOINT: bucket.url, S3_FORCE_PATH_STYLE: 'on' }
    const findings = await look({ ...given, S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'secret' })
    expect(say(findings, 'Files')[0]).toMatch(/^fault: The bucket files refuses s3:PutObject/)
  })

  it('a key file that others may read, or that is another one', async () => {
    await writeFile(join(folder, 'secret-key'), 'another key, of at least 32 characters')
    await chmod(join(folder, 'secret-key'), 0o644)
    const findings = await look()
    expect(say(findings, 'Data folder')).toContainEqual(
      expect.stringMatching(/^fault: Other users can read .*chmod 600/),
    )
    expect(say(findings, 'Secret key')[0]).toMatch(/^warning: SECRET_KEY is used/)
    await rm(join(folder, 'secret-key'))
  })

  it('a backup that is old', async () => {
    const told = { at: '2026-01-01T00:00:00Z', path: '/backups/old', size: 1e9, encrypted: false }
    await writeFile(join(folder, 'last-backup.json'), JSON.stringify(told))
    const lines = say(await look(), 'Backup')
    expect(lines[0]).toMatch(/^warning: The last one is \d+ days old: \/backups\/old, 954 MB/)
    expect(lines[1]).toMatch(/^note: It is not encrypted/)
    await rm(join(folder, 'last-backup.json'))
  })
})

it('is told to people and to programs', async () => {
  const findings = await look()
  const text = reportText('9.9.9', findings)
  expect(text).toMatch(/^Steward 9\.9\.9\n/)
  for (const { message } of findings) expect(text).toContain(message)
  const report = JSON.parse(reportJson('9.9.9', findings))
  expect(report).toEqual({ release: '9.9.9', verdict: 'warning', counts: countsOf(findings), findings })
})
