import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readCatalogue, type Catalogue } from '../../src/bin/citus/catalogue.ts'
import { functions, keysLeftOut, triggers, uniqueOverTenants } from '../../src/bin/citus/exception.ts'
import { placedOtherwise } from '../../src/bin/citus/placement.ts'
import { refusalsOfSchema } from '../../src/bin/citus/refusal.ts'
import { citusScript } from '../../src/bin/citus/script.ts'
import { cloneDatabase, type ClonedDatabase } from '../clone.ts'

let database: ClonedDatabase
let client: pg.Client
let catalogue: Catalogue

beforeAll(async () => {
  database = await cloneDatabase()
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
  catalogue = await readCatalogue(client)
})

afterAll(async () => {
  await client?.end()
  await database?.drop()
})

type Kind = keyof ReturnType<typeof refusalsOfSchema>

/** What Citus refuses and is known of: neither more nor less may be found. */
const known: Record<Kind, object> = {
  tables: {},
  foreignKeys: keysLeftOut,
  uniqueIndexes: uniqueOverTenants,
  triggers,
  functions,
}

const namesOf = (refusals: readonly { name: string }[]) => refusals.map(({ name }) => name).toSorted()

test.each(Object.keys(known) as Kind[])('of %s Citus refuses what is known, and nothing else', (kind) => {
  expect(namesOf(refusalsOfSchema(catalogue)[kind])).toEqual(Object.keys(known[kind]).toSorted())
})

test('every table that is placed otherwise is there', () => {
  const names = new Set(catalogue.tables.map(({ name }) => name))
  expect(Object.keys(placedOtherwise).filter((name) => !names.has(name))).toEqual([])
})

test('the script places every table once, and brings every key back that it takes away', () => {
  const script = citusScript(catalogue)
  for (const { name, placement } of catalogue.tables) {
    const placed = script.split(`create_distributed_table('${name}'`).length - 1
    expect(`${name} ${placed}`).toBe(`${name} ${placement === 'distributed' ? 1 : 0}`)
  }
  for (const { table, name } of catalogue.foreignKeys) {
    const isBack = script.includes(`alter table ${table} add constraint ${name} `)
    expect(isBack).toBe(keysLeftOut[`${table}.${name}`] === undefined)
  }
})

// Breaks every rule once.
const planted = `
  create table unplaced (id integer primary key, tenant_id integer);
  create table planted (
    tenant_id integer not null references tenant, planted_id integer not null, other_id integer, code text unique,
    worker_id integer references worker_process, primary key (tenant_id, planted_id));
  create table planted_shadow (tenant_id integer not null, id integer not null, primary key (tenant_id, id),
    foreign key (tenant_id, id) references planted on update cascade);
  create table planted_child (tenant_id integer not null, id integer not null, other_tenant integer, planted_id integer,
    primary key (tenant_id, id), foreign key (other_tenant, planted_id) references planted,
    foreign key (tenant_id, planted_id) references planted on delete set null (planted_id));
  alter table worker_process add planted_tenant integer, add planted_id integer,
    add foreign key (planted_tenant, planted_id) references planted;
  create function planted_function() returns bigint language sql as 'select count(*) from planted';
  create trigger planted_trigger after insert on planted for each row execute function refuse_change()`

test('what breaks a rule is caught by it', async () => {
  const before = refusalsOfSchema(catalogue)
  await client.query(planted)
  const after = refusalsOfSchema(await readCatalogue(client))
  const found = (kind: Kind) => namesOf(after[kind]).filter((name) => !namesOf(before[kind]).includes(name))
  expect(found('tables')).toEqual(['unplaced'])
  expect(found('foreignKeys')).toEqual([
    'planted.planted_worker_id_fkey',
    'planted_child.planted_child_other_tenant_planted_id_fkey',
    'planted_child.planted_child_tenant_id_planted_id_fkey',
    'planted_shadow.planted_shadow_tenant_id_id_fkey',
    'worker_process.worker_process_planted_tenant_planted_id_fkey',
  ])
  expect(found('uniqueIndexes')).toEqual(['planted_code_key'])
  expect(found('triggers')).toEqual(['planted.planted_trigger'])
  expect(found('functions')).toEqual(['planted_function'])
})
