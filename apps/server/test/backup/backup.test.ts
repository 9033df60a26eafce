import { readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { secretKey, type Client, type TestApp } from '../harness.ts'
import { storeFile } from '../../src/modules/file/file.fixture.ts'
import {
  actAs,
  clearAway,
  configOf,
  contentOf,
  exportAll,
  exportAudit,
  newFolder,
  newGround,
  openOn,
  startUsed,
  type Ground,
} from './backup.fixture.ts'
import { writeBackup } from '../../src/backup/instance.backup.ts'
import { restoreBackup } from '../../src/backup/instance.restore.ts'

let app: TestApp
let admin: Client
let source: Ground
let folder: string

beforeAll(async () => {
  const used = await startUsed()
  ;({ app, admin } = used)
  source = { url: app.application.platform.database.url, config: used.config }
  folder = await newFolder()
})
afterAll(clearAway)

let serial = 0
const newPath = () => join(folder, `${(serial += 1)}.backup`)

async function countOf(url: string, sql: string): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query(`select (${sql})::int as n`)
  await client.end()
  return rows[0].n
}

/** The paths and sizes of all files below a folder. */
async function filesBelow(path: string): Promise<string[]> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch(() => [])
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const sizes = await Promise.all(
    files.map(async (file) => `${file.slice(path.length)} ${(await stat(file)).size}`),
  )
  return sizes.toSorted()
}

describe('a backup', () => {
  it('brings all of it back into an empty instance', async () => {
    const { actor } = admin
    const calls = await actAs(app.application, actor.tenantId, actor.userId)
    const [files, audit] = [await exportAll(calls), await exportAudit(calls)]
    const to = newPath()
    // Work that waits: the event and the job of an edit that no worker has seen.
    await app.application.platform.database.owner.query(
      `select graphile_worker.add_job('bulk.tidy', '{"tenantId": 1}', 'a:1', '2999-01-01', 10, 'bulk.tidy:1')`,
    )
    const backup = await writeBackup({ ...source, to })
    expect(backup).toMatchObject({ path: to, encrypted: false, missing: 0, hasSecretKey: false })
    expect((await stat(to)).mode & 0o777).toBe(0o600)

    const ground = await newGround()
    const restored = await restoreBackup({ ...ground, from: to })
    expect(restored).toMatchObject({ rows: backup.rows, files: backup.files, missing: 0, opensSecrets: true })
    expect(await contentOf(ground.url)).toEqual(await contentOf(source.url))
    expect(await filesBelow(join(ground.config.dataDir, 'files'))).toEqual(
      await filesBelow(join(source.config.dataDir, 'files')),
    )
    const sent = 'select count(*) from outbox_item'
    expect(await countOf(source.url, sent)).toBeGreaterThan(0)
    expect(await countOf(ground.url, sent)).toBe(await countOf(source.url, sent))
    const waiting = `select count(*) from graphile_worker.jobs j where j.key = 'bulk.tidy:1' and run_at > '2998-01-01'`
    expect(await countOf(ground.url, waiting)).toBe(1)

    const second = await openOn(ground)
    await second.startWorker()
    const again = await actAs(second, actor.tenantId, actor.userId)
    expect(await exportAll(again)).toEqual(files)
    expect(await exportAudit(again)).toBe(audit)
  })

  it('holds its indexes, checks and fences', async () => {
    const ground = await newGround()
    const to = newPath()
    const field = await admin.post('core/fields', {
      displayName: 'Sorted',
      dataType: 'string',
      columnLevel: 'account',
    })
    const name = `record_t${app.tenantId}_f${field.body.data.customColumnId}_asc`
    const owner = app.application.platform.database.owner
    await owner.query(`create index ${name} on record ((custom ->> 'x')) where tenant_id = ${app.tenantId}`)
    await writeBackup({ ...source, to })
    await restoreBackup({ ...ground, from: to })
    const schemaSql = `
      select json_agg(x order by x)::text as schema from (
        select pg_get_indexdef(indexrelid) x from pg_index i join pg_class c on c.oid = i.indexrelid
        where c.relnamespace = 'public'::regnamespace
        union all select conrelid::regclass || pg_get_constraintdef(oid) from pg_constraint where contype <> 'n'
        union all select tgrelid::regclass || tgname || tgenabled::text from pg_trigger where not tgisinternal
        union all select tablename || policyname from pg_policies
        union all select sequencename || coalesce(last_value, 0) from pg_sequences where schemaname = 'public'
          and sequencename not like 'worker_process%') s`
    const schemaOf = async ({ url }: Ground) => {
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      const { rows } = await client.query<{ schema: string }>(schemaSql)
      await client.end()
      return JSON.parse(rows[0]?.schema ?? '[]') as string[]
    }
    expect(await schemaOf(ground)).toEqual(await schemaOf(source))
    expect((await schemaOf(ground)).join('\n')).toContain(name)
  })

  it('is of one moment while others write, and has every file that its rows name', async () => {
    let isWriting = true
    let acknowledged = 0
    const write = async (): Promise<void> => {
      while (isWriting) {
        const { status } = await admin.post('core/accounts', {
          globalFields: { name: `Busy ${acknowledged}` },
        })
        expect(status).toBe(200)
        await storeFile(app, admin, 'bytes')
        acknowledged += 1
      }
    }
    const writing = write()
    while (acknowledged < 3) await new Promise((resolve) => setTimeout(resolve, 10))
    const before = acknowledged
    const to = newPath()
    const backup = await writeBackup({ ...source, to })
    const after = acknowledged
    isWriting = false
    await writing
    expect(backup.missing).toBe(0)
    const ground = await newGround()
    await restoreBackup({ ...ground, from: to })
    const busy = await countOf(ground.url, `select count(*) from record where name like 'Busy %'`)
    expect(busy).toBeGreaterThanOrEqual(before)
    expect(busy).toBeLessThanOrEqual(after + 1)
    const counted = `select count(*) from record where level = 2 and tenant_id = ${app.tenantId}`
    const kept = `select sum(n) from record_count where level = 2 and tenant_id = ${app.tenantId}`
    expect(await countOf(ground.url, kept)).toBe(await countOf(ground.url, counted))
    const named = 'select count(*) from stored_file where sha256 is not null'
    const files = await filesBelow(join(ground.config.dataDir, 'files', String(app.tenantId), 'files'))
    const others = await filesBelow(join(ground.config.dataDir, 'files', String(app.tenantId + 1), 'files'))
    expect(files.length + others.length).toBe(await countOf(ground.url, named))
  })
})

describe('a restore refuses', () => {
  it('an instance that is not empty', async () => {
    const to = newPath()
    await writeBackup({ ...source, to })
    const before = await contentOf(source.url)
    await expect(restoreBackup({ ...source, from: to })).rejects.toThrow('This instance is not empty')
    expect(await contentOf(source.url)).toEqual(before)
  })

  it('a file that is damaged or not whole, before it writes anything', async () => {
    const to = newPath()
    await writeBackup({ ...source, to, bytes: false })
    const whole = await readFile(to)
    const ground = await newGround()
    for (const length of [0, 10, Math.floor(whole.length / 2), whole.length - 100]) {
      await writeFile(to, whole)
      await truncate(to, length)
      await expect(restoreBackup({ ...ground, from: to }), `cut at ${length}`).rejects.toThrow(
        'damaged or not whole',
      )
    }
    for (const at of [200, Math.floor(whole.length / 2), whole.length - 20]) {
      const changed = Buffer.from(whole)
      changed[at] = (changed[at] ?? 0) ^ 1
      await writeFile(to, changed)
      await expect(restoreBackup({ ...ground, from: to }), `changed at ${at}`).rejects.toThrow(
        /damaged|none of/,
      )
    }
    expect(await countOf(ground.url, `select count(*) from pg_tables where schemaname = 'public'`)).toBe(0)
    await writeFile(to, whole)
    expect((await restoreBackup({ ...ground, from: to })).files).toBe(0)
  })
})

it('restores all or nothing, and again where it was cut off', async () => {
  const to = newPath()
  const backup = await writeBackup({ ...source, to })
  const ground = await newGround()
  const files = join(ground.config.dataDir, 'files')
  await writeFile(files, 'in the way')
  await expect(restoreBackup({ ...ground, from: to })).rejects.toThrow()
  expect(await countOf(ground.url, 'select count(*) from tenant')).toBe(0)
  await rm(files)
  expect(await restoreBackup({ ...ground, from: to })).toMatchObject({
    rows: backup.rows,
    files: backup.files,
  })
})

it('refuses a name that is taken, and leaves nothing where it could not be written', async () => {
  const to = newPath()
  await writeFile(to, 'mine')
  await expect(writeBackup({ ...source, to })).rejects.toThrow('is there already')
  expect(await readFile(to, 'utf8')).toBe('mine')
  await expect(writeBackup({ ...source, to: join(folder, 'nowhere', 'a') })).rejects.toThrow(
    'Create it first',
  )
})

describe('an encrypted backup', () => {
  it('brings the secret key along, and opens with its own key alone', async () => {
    const identity = await generateX25519Identity()
    const [publicKey, ownKey, otherKey] = [newPath(), newPath(), newPath()]
    await writeFile(publicKey, `# backups\n${await identityToRecipient(identity)}\n`)
    await writeFile(ownKey, `${identity}\n`)
    await writeFile(otherKey, `${await generateX25519Identity()}\n`)
    const withoutVariable = { SECRET_KEY: '' }
    const config = configOf(source.config.dataDir, withoutVariable)
    await writeFile(join(config.dataDir, 'secret-key'), `${secretKey}\n`)

    const to = newPath()
    const backup = await writeBackup({ url: source.url, config, to, keyFile: publicKey })
    expect(backup).toMatchObject({ encrypted: true, hasSecretKey: true, missing: 0 })
    expect((await readFile(to)).toString('latin1', 0, 22)).toBe('age-encryption.org/v1\n')

    const ground = await newGround(withoutVariable)
    await expect(restoreBackup({ ...ground, from: to })).rejects.toThrow('Give its key with --key-file')
    await expect(restoreBackup({ ...ground, from: to, keyFile: otherKey })).rejects.toThrow(
      "doesn't match this file",
    )
    await expect(restoreBackup({ ...ground, from: to, keyFile: publicKey })).rejects.toThrow(
      'only a public key',
    )
    const held = join(ground.config.dataDir, 'secret-key')
    await writeFile(held, 'another key, which is as long as it has to be')
    await expect(restoreBackup({ ...ground, from: to, keyFile: ownKey })).rejects.toThrow('another key')
    await rm(held)
    const restored = await restoreBackup({ ...ground, from: to, keyFile: ownKey })
    expect(restored).toMatchObject({ rows: backup.rows, files: backup.files, opensSecrets: true })
    expect(await readFile(held, 'utf8')).toBe(`${secretKey}\n`)
    expect((await stat(held)).mode & 0o777).toBe(0o600)
    expect(await contentOf(ground.url)).toEqual(await contentOf(source.url))
  })
})
