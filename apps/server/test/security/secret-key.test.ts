import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startAnother } from '../another-process.ts'
import { secretKey, startTestApp, type TestApp } from '../harness.ts'
import { factorFixture, type WithAuthenticator } from '../second-factor.ts'
import type { Application } from '../../src/application.ts'
import { createSecrets } from '../../src/platform/secrets/secrets.ts'

const newKey = 'a key that takes the place of the other one'
const sources = join(import.meta.dirname, '../../src')

let app: TestApp
let owner: pg.Pool
let withFactor: WithAuthenticator
const others: Application[] = []

/** Another process on the same database, with keys of its own. */
async function processWith(keys: string): Promise<Application> {
  const other = await startAnother(app, { LOG_LEVEL: 'silent', DATABASE_POOL: '4', SECRET_KEY: keys })
  others.push(other)
  return other
}

async function reseal({ modules, platform }: Application): Promise<void> {
  const task = modules.modules.map((part) => part.tasks?.['secrets:reseal']).find(Boolean)
  await task?.({}, { signal: new AbortController().signal, log: platform.log })
}

const keyId = (secret: string): string =>
  createSecrets({ secretKeys: [secret], dataDir: '' }).keys('any')[0]?.id as string

/** The columns of all tables in which something is encrypted with a key. */
async function columnsWith(id: string): Promise<string[]> {
  const { rows } = await owner.query<{ table: string; column: string }>(
    `select table_name "table", column_name "column" from information_schema.columns
     where table_schema = 'public' and data_type in ('text', 'jsonb')`,
  )
  const found: string[] = []
  for (const { table, column } of rows) {
    const sql = `select from ${table} where position($1 in ${column}::text) > 0 limit 1`
    if ((await owner.query(sql, [`${id}.`])).rowCount) found.push(`${table}.${column}`)
  }
  return found.toSorted()
}

beforeAll(async () => {
  app = await startTestApp()
  const { platform, modules } = app.application
  owner = platform.database.owner
  withFactor = await factorFixture(app).withAuthenticator()
  await modules.messenger.send(platform.database.tenant(app.tenantId), app.tenantId, {
    template: 'sign-in-code',
    to: { phone: '+4915112345678' },
    data: { code: '123456', validMinutes: 10 },
    tenantName: 'Test company',
  })
  await owner.query(
    `insert into sign_in_settings (tenant_id, oidc_client_secret) values ($1, $2)
     on conflict (tenant_id) do update set oidc_client_secret = excluded.oidc_client_secret`,
    [app.tenantId, platform.secrets.encrypt('s3cret', 'oidc-client-secret')],
  )
  await (await app.as('manager')).post('identity/mfa/authenticator')
})
afterAll(async () => {
  for (const one of others) await one.close()
  await app.stop()
})

const sealed = ['message.body', 'second_factor.totp_pending', 'second_factor.totp_secret']

describe('a secret key that is replaced', () => {
  it('is needed by nothing that is stored once a worker went over it', async () => {
    const old = keyId(secretKey)
    expect(await columnsWith(old)).toEqual([...sealed, 'sign_in_settings.oidc_client_secret'])
    const both = await processWith(`${newKey},${secretKey}`)
    await reseal(both)
    expect(await columnsWith(old)).toEqual([])
    expect(await columnsWith(keyId(newKey))).toEqual(
      ['kept_key.sealed', ...sealed, 'sign_in_settings.oidc_client_secret'].toSorted(),
    )
    await reseal(both)
    const { rows } = await owner.query('select purpose, key_id from kept_key')
    expect(rows).toEqual([{ purpose: 'recovery-code', key_id: old }])
  })

  it('may be left out then: secrets are read, codes are right', async () => {
    const application = await processWith(newKey)
    const { verify, codeOf } = factorFixture({ ...app, application })
    const { user, secretCode, recoveryCodes } = withFactor
    expect(await verify(user, 'SOFTWARE_TOKEN_MFA', codeOf(secretCode))).toBe(true)
    expect(await verify(user, 'SOFTWARE_TOKEN_MFA', recoveryCodes[0] as string)).toBe(true)
    expect(await verify(user, 'SOFTWARE_TOKEN_MFA', recoveryCodes[0] as string)).toBe(false)
    const { rows } = await owner.query('select oidc_client_secret text from sign_in_settings')
    expect(application.platform.secrets.decrypt(rows[0].text, 'oidc-client-secret')).toBe('s3cret')
    const messages = await owner.query('select body from message where body is not null')
    expect(messages.rows.length).toBeGreaterThan(0)
    for (const { body } of messages.rows) {
      expect(application.platform.secrets.decrypt(body, 'message')).toContain('{')
    }
  })

  it('is told by a worker that starts with several, and leaves what nobody can read', async () => {
    const wrong = `${keyId(newKey)}.AAAA`
    await owner.query('update sign_in_settings set oidc_client_secret = $1', [wrong])
    const third = await processWith(`a third key that comes after the second one,${newKey}`)
    const part = third.modules.modules.find((one) => one.tasks?.['secrets:reseal'])
    await part?.onWorkerStart?.()
    const jobs = await owner.query(
      "select task_identifier from graphile_worker.jobs where key = 'secrets:reseal'",
    )
    expect(jobs.rows).toEqual([{ task_identifier: 'secrets:reseal' }])
    await reseal(third)
    expect(await columnsWith(keyId(newKey))).toEqual(['sign_in_settings.oidc_client_secret'])
  })
})

/** Where something is encrypted: into columns that are listed in sealed-data.ts, or for some minutes for who asked. */
const known = new Set([
  'backup/tenant.secret.ts',
  'modules/email-thread/mail-page.service.ts',
  'modules/identity-provider/outside-sign-in.service.ts',
  'modules/identity-provider/provider.registry.ts',
  'modules/identity-provider/redirect.service.ts',
  'modules/second-factor/factor.service.ts',
  'modules/messenger/message.body.ts',
  'modules/notification/unsubscribe.service.ts',
  'modules/webhook-management/webhook.credentials.ts',
  'platform/secrets/kept-keys.ts',
  'platform/secrets/resealing.ts',
])

it('knows every place that encrypts', async () => {
  const found: string[] = []
  for await (const file of glob('{modules,platform,backup,demo}/**/*.ts', { cwd: sources })) {
    if (file.endsWith('.test.ts')) continue
    if (/secrets\.encrypt\(/.test(readFileSync(join(sources, file), 'utf8'))) found.push(file)
  }
  // A new one that stores what it encrypts belongs into sealed-data.ts.
  expect(found.filter((file) => !known.has(file))).toEqual([])
  expect(found).toHaveLength(known.size)
})
