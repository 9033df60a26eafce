import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { accessRules, type AccessRules } from '../../src/bin/tables/access.ts'
import { judge } from '../../src/bin/tables/judge.ts'
import { readSchema } from '../../src/bin/tables/migration.ts'
import { findUses } from '../../src/bin/tables/source.ts'
import { usesOf } from '../../src/bin/tables/table-use.ts'
import { writeTree } from './cruise.ts'

const folders: string[] = []
afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true })
})

async function faultsIn(server: string, rules: AccessRules): Promise<string[]> {
  const schema = await readSchema(join(server, 'migrations'))
  return judge(schema, await findUses(join(server, 'src'), new Set(schema.makers.keys())), rules).faults
}

test('this repository keeps to the owners of its tables', async () => {
  const server = join(import.meta.dirname, '../..')
  expect((await readSchema(join(server, 'migrations'))).makers.size).toBeGreaterThan(80)
  expect(await faultsIn(server, accessRules)).toEqual([])
})

const migrations = {
  'migrations/20260101T0001__fruit__apple.sql': `
    create table apple (tenant_id integer not null, name text);
    create view apple_fenced as select * from apple;
    -- create table worm ();
    create unlogged table pip (tenant_id integer not null)`,
  'migrations/20260101T0002__soil__bed.sql': 'create table bed (tenant_id integer not null, name text);',
  'migrations/20260101T0003__soil__dig.sql': `
    create function dig() returns void language sql as $$ delete from bed $$;
    create or replace function dig() returns void language sql as $$ select from bed $$;`,
}

const rules: AccessRules = {
  owners: {},
  readModels: { apple_fenced: { why: 'Beds name the apples above them.', readers: ['soil'] } },
  sharedWrites: [{ table: 'pip', writer: 'soil', why: 'An apple that falls sows in the same statement.' }],
}

const soundTree = {
  ...migrations,
  'src/modules/fruit/apple.store.ts':
    "export const list = 'select name from apple a join apple_fenced f using (name)'",
  'src/modules/soil/bed.store.ts': `// Other modules read: select * from apple
    export const read = \`select b.name from bed b join apple_fenced a on a.name = b.name\`
    export const sow = \`with fallen as (select 1) insert into pip (tenant_id) select 1 from fallen\`
    export const sentence = 'Take the name from apple or bed.'`,
  'src/modules/soil/bed.test.ts': "export const peek = 'select * from apple'",
  'src/backup/copy.ts': "export const all = 'copy apple to stdout'",
}

async function faultsOfTree(files: Record<string, string>, with_ = rules): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'steward-tables-'))
  folders.push(folder)
  await writeTree(folder, { ...soundTree, ...files })
  return faultsIn(folder, with_)
}

const inSoil = (source: string) => ({ 'src/modules/soil/planted.store.ts': `export const sql = ${source}` })
const reads = /: soil reads apple, which belongs to fruit/
const writes = /: soil writes apple, which belongs to fruit/

const planted: [string, Record<string, string>, RegExp][] = [
  ['a read', inSoil("'select * from apple'"), reads],
  ['a read in capitals', inSoil("'SELECT * FROM apple'"), reads],
  ['a join', inSoil("`select 1 from bed b left join apple a on true where ${'x'} = 1`"), reads],
  ['a list of tables', inSoil("'select 1 from bed b, apple a where true'"), reads],
  ['a subquery', inSoil("'select (select max(name) from apple) from bed'"), reads],
  ['a text of parts', inSoil("'select 1 ' + 'from ' + 'apple'"), reads],
  [
    'a name put into a statement',
    inSoil("['apple x', 'apple_fenced'].map((name) => `select 1 from ${name}`)"),
    reads,
  ],
  ['a part of a statement', inSoil('`${1} join public.apple a on true`'), reads],
  ['an insert', inSoil("'insert into apple (name) select name from bed'"), writes],
  ['an update', inSoil("'with x as (update apple set name = null returning 1) select from x'"), writes],
  ['a delete', inSoil("`delete from apple a using bed b where ${'a'}.name = b.name`"), writes],
  ['a truncate', inSoil("'truncate apple'"), writes],
  ['a write of a read model', inSoil("'update apple_fenced set name = null'"), /soil writes apple_fenced/],
  [
    'a function of the database',
    { 'migrations/20260101T0009__soil__worm.sql': 'create function worm() as $$ delete from apple $$;' },
    /function worm: soil writes apple/,
  ],
  [
    'the platform',
    { 'src/platform/jobs/sow.ts': "export const sql = 'select * from bed'" },
    /platform reads bed, which belongs to soil/,
  ],
]

describe('planted uses of tables', () => {
  test('a sound tree has none', async () => {
    expect(await faultsOfTree({})).toEqual([])
  })

  test.each(planted)('%s is caught', async (_name, files, fault) => {
    expect(await faultsOfTree(files)).toEqual([expect.stringMatching(fault)])
  })

  test('what the rules allow and nobody needs is caught', async () => {
    const idle: AccessRules = {
      owners: { worm: 'soil' },
      readModels: { ...rules.readModels, bed: { why: 'None.', readers: ['fruit'] } },
      sharedWrites: [...rules.sharedWrites, { table: 'bed', writer: 'fruit', why: 'None.' }],
    }
    expect(await faultsOfTree({}, idle)).toEqual([
      'the rules let fruit read bed, which it does not',
      'the rules let fruit write bed, which it does not',
      'the rules name an owner of worm, which is no table',
    ])
  })

  test('an owner that the rules name is heeded', async () => {
    expect(await faultsOfTree({}, { ...rules, owners: { bed: 'fruit' } })).toEqual([
      expect.stringMatching(/soil reads bed, which belongs to fruit/),
      expect.stringMatching(/function dig: soil reads bed/),
    ])
  })
})

describe('a statement', () => {
  const tables = new Set(['record', 'change', 'event'])
  const found = (text: string) => usesOf(text, tables).map(({ access, table }) => `${access} ${table}`)

  test.each([
    ['select extract(epoch from event.at), a is distinct from change from record', ['read record']],
    ['select from record r for update of r', ['read record']],
    ['insert into record (a) values (1) on conflict do update set a = 1', ['write record']],
    ['with event as (select 1) select * from event, change', ['read change']],
    ["select 'from change' /* from event */ from record -- join change", ['read record']],
    [
      'select * from (select 1 from event) e, lateral (select 2 from change) c',
      ['read event', 'read change'],
    ],
    ['create unique index x on record (name)', ['write record']],
    ['delete from only record where exists (select from change)', ['write record', 'read change']],
  ])('%s', (text, uses) => {
    expect(found(text)).toEqual(uses)
  })
})
