import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sealedData } from '../../src/sealed-data.ts'
import { writeBackup } from '../../src/backup/instance.backup.ts'
import { restoreBackup } from '../../src/backup/instance.restore.ts'
import { exportTenant } from '../../src/backup/tenant.export.ts'
import { importTenant, type TenantImport } from '../../src/backup/tenant.import.ts'
import type { About } from '../../src/backup/archive/archive.contract.ts'
import { startTestApp, type TestApp } from '../harness.ts'
import { clearAway, newFolder, newGround, type Ground } from './backup.fixture.ts'
import { forge, type Forgery } from './forged.fixture.ts'

const sealed = sealedData.columns
/** A table that every tenant has rows in. */
const table = 'lifecycle_stage'

let app: TestApp
let owner: pg.Pool
let source: Ground
let folder: string
let genuine: string
let movingId: number
let serial = 0

const newPath = () => join(folder, `${(serial += 1)}.backup`)

beforeAll(async () => {
  folder = await newFolder()
  const dataDir = join(folder, 'data')
  await mkdir(dataDir)
  app = await startTestApp({ DATA_DIR: dataDir })
  const { platform, modules } = app.application
  owner = platform.database.owner
  source = { url: platform.database.url, config: platform.config }
  // No one is in it whose name could be taken, so that it may come a second time into the same instance.
  movingId = await modules.identity.createTenant('Moving company', modules.seedTenant)
  genuine = newPath()
  await exportTenant({ ...source, tenantId: movingId, to: genuine, sealed })
})
afterAll(async () => {
  await app.stop()
  await clearAway()
})

async function importForged(forgery: Forgery): Promise<TenantImport> {
  const from = newPath()
  await forge(genuine, from, forgery)
  return importTenant({ ...source, from, sealed })
}

/** How many rows each tenant has, by table and tenant. */
async function rowsOfAll(): Promise<string[]> {
  const { rows: tables } = await owner.query<{ name: string }>(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'tenant_id'
       and table_name in (select tablename from pg_tables) order by 1`,
  )
  const counts = tables.map(
    ({ name }) => `select '${name}' as name, tenant_id, count(*) from ${name} group by 2`,
  )
  const { rows } = await owner.query(counts.join(' union all '))
  return rows.map((row) => JSON.stringify(row)).toSorted()
}

/** Everything below the folder of the test but the archives. */
async function placesBelow(): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && !entry.name.endsWith('.backup'))
  return files.map((entry) => join(entry.parentPath, entry.name)).toSorted()
}

async function expectRefused(forgery: Forgery, sentence: string): Promise<void> {
  const [rows, places] = [await rowsOfAll(), await placesBelow()]
  await expect(importForged(forgery)).rejects.toThrow(sentence)
  expect(await rowsOfAll()).toEqual(rows)
  expect(await placesBelow()).toEqual(places)
}

const withTables =
  (change: (tables: About['tables']) => About['tables']) =>
  (about: About): About => ({ ...about, tables: change(about.tables) })

/** The columns of one table as someone else wants them. */
const withColumns = (change: (columns: string[]) => string[]) =>
  withTables((tables) =>
    tables.map(({ name, columns }) => ({ name, columns: name === table ? change(columns) : columns })),
  )

const withRows = (change: (text: string) => string): Forgery => ({
  part: (member, content) =>
    member === `tables/${table}` ? Buffer.from(change(content.toString('utf8'))) : content,
})

describe('an archive of a tenant that somebody changed', () => {
  it('comes in where nothing is strange about it', async () => {
    const more = [['bytes/exports', `${movingId}/7`, 'a file']] as const
    const imported = await importForged({ more, about: withTables((tables) => tables.map((one) => one)) })
    expect(imported).toMatchObject({ files: 1, tenant: { name: 'Moving company' } })
    expect(await placesBelow()).toContain(
      join(source.config.dataDir, 'exports', String(imported.tenant.tenantId), '7'),
    )
  })

  it.each<[string, Forgery]>([
    [
      'whose are in another column',
      { about: withColumns(([first = '', second = '', ...rest]) => [second, first, ...rest]) },
    ],
    ['without the tenant', { about: withColumns((columns) => columns.slice(1)) }],
    ['with a column twice', { about: withColumns((columns) => [...columns, 'tenant_id']) }],
    ['of a table twice', { about: withTables((tables) => [...tables, ...tables.slice(0, 1)]) }],
    ['of a table too few', { about: withTables((tables) => tables.slice(1)) }],
    [
      'of sessions, which stay where they are',
      {
        about: withTables((tables) => [...tables, { name: 'session', columns: ['tenant_id', 'session_id'] }]),
      },
    ],
    ['of no tenant', { more: [['tables/migration', '000001', 'forged\tforged\n']] }],
  ])('is refused with rows %s', async (_what, forgery) => {
    await expectRefused(forgery, 'does not contain the tables of this release')
  })

  it.each<[string, (rows: string, victim: number) => string]>([
    ['a sign', (rows, victim) => rows.replaceAll(/^\d+\t/gm, `+${victim}\t`)],
    ['a space', (rows, victim) => rows.replaceAll(/^\d+\t/gm, ` ${victim}\t`)],
    ['an escape', (rows, victim) => rows.replaceAll(/^\d+\t/gm, `\\x${(48 + victim).toString(16)}\t`)],
    ['line ends of another system', (rows) => rows.replaceAll('\n', '\r\n')],
    ['a last line that has no end', (rows, victim) => `${rows}+${victim}\t1`],
  ])('is refused with %s before the tenant of a row', async (_what, change) => {
    await expectRefused(
      withRows((rows) => change(rows, app.tenantId)),
      'whose first column is not a tenant number',
    )
  })

  it.each([
    '../../../outside',
    '1/../../../outside',
    '1/./../../../outside',
    '1//outside',
    '1/..\\..\\outside',
    'one/outside',
  ])('is refused with a file that is called %j', async (name) => {
    await expectRefused({ more: [['bytes/uploads', name, 'evil']] }, 'not a file name that Steward uses')
  })

  it('takes no job of another tenant away', async () => {
    const key = `message:${app.tenantId}:5`
    await owner.query(
      `select graphile_worker.add_job('timeline.follow', $1::json, job_key => $2, run_at => '2999-01-01')`,
      [JSON.stringify({ tenantId: app.tenantId, messageId: 5 }), key],
    )
    const job = { task: 'timeline.follow', queue: null, runAt: '2999-01-01', mostAttempts: 1, priority: 0 }
    const lines = [key, `message:x:${movingId}:6`]
      .map((one) => JSON.stringify({ ...job, key: one, payload: { tenantId: app.tenantId, messageId: 5 } }))
      .join('\n')
    const { tenant } = await importForged({ more: [['jobs/forged', 'jobs', `${lines}\n`]] })
    const { rows } = await owner.query(
      `select key, (payload ->> 'tenantId')::int as tenant from graphile_worker._private_jobs
       where run_at > '2998-01-01' order by key`,
    )
    expect(rows).toEqual([
      { key, tenant: app.tenantId },
      { key: `message:x:${tenant.tenantId}:6`, tenant: tenant.tenantId },
      { key: null, tenant: tenant.tenantId },
    ])
  })
})

it('a backup of an instance puts no file elsewhere either', async () => {
  const [whole, from] = [newPath(), newPath()]
  await writeBackup({ ...source, to: whole })
  await forge(whole, from, { more: [['bytes/exports', '1/../../../outside', 'evil']] })
  const ground = await newGround()
  const before = await readdir(ground.config.dataDir)
  await expect(restoreBackup({ ...ground, from })).rejects.toThrow('not a file name that Steward uses')
  expect(await readdir(ground.config.dataDir)).toEqual(before)
})
