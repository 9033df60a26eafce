import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { generateX25519Identity } from 'age-encryption'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../harness.ts'
import { storeFile } from '../../src/modules/file/file.fixture.ts'
import { s3Storage } from '../../src/modules/file/s3.fixture.ts'
import { sealedData } from '../../src/sealed-data.ts'
import {
  actAs,
  clearAway,
  configOf,
  exportAll,
  newFolder,
  newGround,
  openOn,
  startUsed,
  withoutWork,
  type Ground,
} from './backup.fixture.ts'
import { readMembers, textOf } from '../../src/backup/archive/archive.reading.ts'
import { writeBackup } from '../../src/backup/instance.backup.ts'
import { checkArchive, restoreBackup } from '../../src/backup/instance.restore.ts'
import { deleteTenant } from '../../src/backup/tenant.delete.ts'
import { exportTenant } from '../../src/backup/tenant.export.ts'
import { importTenant } from '../../src/backup/tenant.import.ts'

const sealed = sealedData.columns

let app: TestApp
let admin: Client
let foreigner: Client
let source: Ground
let folder: string

beforeAll(async () => {
  const used = await startUsed()
  ;({ app, admin, foreigner } = used)
  source = { url: app.application.platform.database.url, config: used.config }
  folder = await newFolder()
})
afterAll(async () => {
  for (const client of connections.values()) await client.end()
  await clearAway()
})

const connections = new Map<string, pg.Client>()

async function ask<Row extends pg.QueryResultRow>(
  url: string,
  sql: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = connections.get(url) ?? new pg.Client({ connectionString: url })
  if (!connections.has(url)) await client.connect()
  connections.set(url, client)
  return (await client.query<Row>(sql, values)).rows
}

/** Rows of a tenant in any column that is called so, in every table of the database; by table. */
async function rowsOf(url: string, tenantId: number): Promise<Record<string, number>> {
  const tables = await ask<{ name: string }>(
    url,
    `select a.attrelid::regclass::text as name from pg_attribute a join pg_class c on c.oid = a.attrelid
     where a.attname = 'tenant_id' and c.relkind in ('r', 'p') order by 1`,
  )
  const found: Record<string, number> = {}
  for (const { name } of tables) {
    const [row] = await ask<{ n: number }>(url, `select count(*)::int n from ${name} where tenant_id = $1`, [
      tenantId,
    ])
    if (row?.n) found[name] = row.n
  }
  const [jobs] = await ask<{ n: number }>(
    url,
    `select count(*)::int n from graphile_worker._private_jobs where payload ->> 'tenantId' = $1::int::text`,
    [tenantId],
  )
  if (jobs?.n) found['graphile_worker.jobs'] = jobs.n
  return found
}

async function foldersOf(dataDir: string, tenantId: number): Promise<string[]> {
  const found = await Promise.all(
    ['files', 'uploads', 'exports'].map(async (name) => {
      const entries = await readdir(join(dataDir, name, String(tenantId)), { recursive: true }).catch(
        () => [],
      )
      return entries.length > 0 ? [name] : []
    }),
  )
  return found.flat()
}

async function setUpAuthenticator(): Promise<void> {
  const { secrets, database } = app.application.platform
  await database.owner.query(
    `insert into second_factor (tenant_id, user_id, preferred, totp_secret) values ($1, $2, 'TOTP', $3)`,
    [admin.actor.tenantId, admin.actor.userId, secrets.encrypt('JBSWY3DPEHPK3PXP', 'authenticator')],
  )
}

it('leaves behind what only its instance can decrypt, where the file is not encrypted', async () => {
  await setUpAuthenticator()
  const { tenantId } = admin.actor
  const to = join(folder, 'open.backup')
  await exportTenant({ ...source, tenantId, to, sealed })
  await app.application.platform.database.owner.query('delete from second_factor where tenant_id = $1', [
    tenantId,
  ])
  const { about } = await checkArchive(to, undefined)
  expect(about.tables.map(({ name }) => name)).not.toContain('session')
  const members = []
  let factors = ''
  for await (const member of readMembers(to, undefined)) {
    members.push(member.name)
    if (member.name === 'tables/second_factor') factors = await textOf(member)
  }
  expect(members).not.toContain('secret/columns')
  expect(factors).toMatch(/^\d+\t\d+\tNOMFA\t\\N\t/)
})

it('moves into another instance, with the same records, files and history', async () => {
  const { tenantId, userId } = admin.actor
  const to = join(folder, 'tenant.backup')
  const calls = await actAs(app.application, tenantId, userId)
  const files = await exportAll(calls)
  await setUpAuthenticator()
  const keyFile = join(folder, 'key')
  await writeFile(keyFile, `${await generateX25519Identity()}\n`)
  const exported = await exportTenant({ ...source, tenantId, to, keyFile, sealed })
  expect(exported).toMatchObject({ tenant: { name: 'Test company' }, missing: 0, encrypted: true })

  const instance = join(folder, 'instance.backup')
  await writeBackup({ ...source, to: instance })
  const ground = await newGround({
    SECRET_KEY: 'the key of another instance that is as long as it has to be',
  })
  expect(await restoreBackup({ ...ground, from: instance })).toMatchObject({ opensSecrets: false })
  const here = await openOn(ground)

  // The same people are here, so it is refused as a whole.
  const before = await rowsOf(ground.url, tenantId)
  await expect(importTenant({ ...ground, from: to, keyFile, sealed })).rejects.toThrow('ada@example.com')
  expect(await rowsOf(ground.url, tenantId)).toEqual(before)

  await deleteTenant({ ...ground, tenantId })
  const imported = await importTenant({ ...ground, from: to, keyFile, sealed })
  expect(imported.tenant.tenantId).toBeGreaterThan(tenantId)
  expect(imported).toMatchObject({ rows: exported.rows, files: exported.files, hasSecrets: true })
  const [factor] = await ask<{ totp_secret: string; preferred: string }>(
    ground.url,
    'select totp_secret, preferred from second_factor where tenant_id = $1',
    [imported.tenant.tenantId],
  )
  expect(factor?.preferred).toBe('TOTP')
  expect(here.platform.secrets.decrypt(factor?.totp_secret ?? '', 'authenticator')).toBe('JBSWY3DPEHPK3PXP')
  await here.startWorker()
  const again = await actAs(here, imported.tenant.tenantId, userId)
  expect(await exportAll(again)).toEqual(files)

  // It goes on working: new records get ids of their own, and the other tenant is what it was.
  const made = await again.post('core/accounts', { globalFields: { name: 'After the move' } })
  expect(made.statusCode, made.body).toBe(200)
  const history = await again.get('core/accounts?pageSize=5')
  expect(history.json().data.length).toBeGreaterThan(0)
  const other = foreigner.actor
  const tablesOf = async (url: string) => Object.keys(withoutWork(await rowsOf(url, other.tenantId)))
  expect(await tablesOf(ground.url)).toEqual(await tablesOf(source.url))
})

it('is deleted without leaving anything, while it is in use', async () => {
  const { tenantId, userId } = admin.actor
  const { owner } = app.application.platform.database
  const calls = await actAs(app.application, tenantId, userId)
  expect((await calls.get('core/accounts')).statusCode).toBe(200)
  await owner.query(
    `insert into field_index (tenant_id, field_id, use, index_name)
     select tenant_id, field_id, 'asc', 'record_t' || tenant_id || '_f' || field_id || '_asc' from custom_field
     where tenant_id = $1 limit 1`,
    [tenantId],
  )
  await owner.query(
    `create index record_t${tenantId}_f1_asc on record (name) where tenant_id = ${tenantId} and level = 2`,
  )
  await owner.query(
    `select graphile_worker.add_job('timeline.follow', json_build_object('tenantId', $1::int, 'messageId', 1), 'x:' || $1::int, now() + interval '1 day')`,
    [tenantId],
  )
  const full = await rowsOf(source.url, tenantId)
  expect(Object.keys(full).length).toBeGreaterThan(40)
  expect(await foldersOf(source.config.dataDir, tenantId)).toEqual(['files', 'uploads', 'exports'])
  const others = async () => withoutWork(await rowsOf(source.url, foreigner.actor.tenantId))
  const before = await others()

  const deleted = await deleteTenant({ ...source, tenantId })
  expect(deleted.rows).toBeGreaterThan(100)
  expect(deleted.isComplete).toBe(true)
  const refused = await calls.get('core/accounts')
  expect(refused.statusCode).toBe(401)
  expect(await rowsOf(source.url, tenantId)).toEqual({})
  expect(await foldersOf(source.config.dataDir, tenantId)).toEqual([])
  const left = await ask(
    source.url,
    `select indexrelid::regclass from pg_index where pg_get_expr(indpred, indrelid) like $1`,
    [`%tenant_id = ${tenantId})%`],
  )
  expect(left).toEqual([])
  expect(await others()).toEqual(before)
  expect((await foreigner.get('core/accounts')).status).toBe(200)
  await expect(deleteTenant({ ...source, tenantId })).rejects.toThrow('There is no tenant')
})

it('keeps the audit log from everybody else', async () => {
  const { tenantId } = foreigner.actor
  const { owner } = app.application.platform.database
  await expect(owner.query('delete from audit_entry where tenant_id = $1', [tenantId])).rejects.toThrow(
    'only ever added',
  )
  const fenced = app.application.platform.database.anonymous
  await expect(fenced.query('select forget_audit($1, null, 10)', [tenantId])).rejects.toThrow(
    'permission denied',
  )
})

it('is of one release with the instance that takes it in', async () => {
  const to = join(folder, 'older.backup')
  await exportTenant({ ...source, tenantId: foreigner.actor.tenantId, to, sealed })
  const ground = await newGround()
  const whole = join(folder, 'whole.backup')
  await writeBackup({ ...source, to: whole, bytes: false })
  await restoreBackup({ ...ground, from: whole })
  await ask(ground.url, `delete from migration where name = (select max(name) from migration)`)
  await expect(importTenant({ ...ground, config: configOf(folder), from: to, sealed })).rejects.toThrow(
    'the same release',
  )
  await expect(restoreBackup({ ...(await newGround()), from: to })).rejects.toThrow('holds one tenant')
  await expect(importTenant({ ...ground, from: whole, sealed })).rejects.toThrow('a whole instance')
})

it('takes files from a bucket, and leaves none of a deleted tenant there', async () => {
  const bucket = await s3Storage()
  const stored = await startTestApp(bucket.environment)
  try {
    const owner = await stored.as('administrator')
    const file = await storeFile(stored, owner, 'in the bucket')
    const there: Ground = {
      url: stored.application.platform.database.url,
      config: stored.application.platform.config,
    }
    const to = join(folder, 'bucket.backup')
    expect(await writeBackup({ ...there, to })).toMatchObject({ files: 1, missing: 0 })
    const ground = await newGround()
    await restoreBackup({ ...ground, from: to })
    const path = join(ground.config.dataDir, 'files', String(stored.tenantId), 'files', file.uid)
    expect(await readFile(path, 'utf8')).toBe('in the bucket')
    expect(await bucket.listFiles(stored.tenantId)).toEqual([file.uid])
    // The server of this test does not list, so that only what rows name is found.
    const deleted = await deleteTenant({ ...there, tenantId: stored.tenantId })
    expect(deleted.isComplete).toBe(false)
    expect(await bucket.listFiles(stored.tenantId)).toEqual([])
  } finally {
    await stored.stop()
    await bucket.stop()
  }
})
