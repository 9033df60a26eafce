import { createWriteStream } from 'node:fs'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { constants, createZstdCompress, zstdDecompressSync } from 'node:zlib'
import pg from 'pg'
import { from, to } from 'pg-copy-streams'
import { readMigrations } from '../../src/platform/db/migration.files.ts'

const folder = join(import.meta.dirname, 'snapshots')

/** What a snapshot says of itself; the rows lie beside it, in the form that psql reads. */
export interface Snapshot {
  release: string
  /** In the order in which they were applied. */
  migrations: { name: string; hash: string; release?: string | null }[]
  /** How many migrations of graphile-worker there were. */
  jobMigrations: number
  /** Where the sequences stood. */
  sequences: { name: string; value: string }[]
  /** Who can sign in. */
  administrator: { username: string; password: string }
  /** What the release itself showed of the records, by level. */
  seen: Seen
}

/** How many records there are of a level, and the names of the first. */
export type Seen = Record<string, { total: number; names: string[] }>

/** A table, and the columns that can be written. */
interface Table {
  name: string
  columns: string[]
  key: string[]
}

const tablesSql = `
  select format('%I.%I', n.nspname, c.relname) as name,
    array(select quote_ident(a.attname) from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns,
    array(select quote_ident(a.attname) from pg_index i, unnest(i.indkey::int2[]) with ordinality k (attnum, place), pg_attribute a
      where i.indrelid = c.oid and i.indisprimary and a.attrelid = c.oid and a.attnum = k.attnum order by k.place) as key
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and n.nspname in ('public', 'graphile_worker')
    and not (n.nspname = 'public' and c.relname = 'migration')
  order by 1`

/** The tables of a database, without the list of its migrations. */
export async function tablesOf(client: pg.Client): Promise<Table[]> {
  return (await client.query<Table>(tablesSql)).rows
}

async function* copyText(client: pg.Client): AsyncGenerator<string | Buffer> {
  for (const { name, columns, key } of await tablesOf(client)) {
    const { rowCount } = await client.query(`select from ${name} limit 1`)
    if (!rowCount) continue
    const ordered = key.length > 0 ? ` order by ${key.join(', ')}` : ''
    yield `copy ${name} (${columns.join(', ')}) from stdin;\n`
    yield* client.query(to(`copy (select ${columns.join(', ')} from ${name}${ordered}) to stdout`))
    yield '\\.\n'
  }
}

const compression = { params: { [constants.ZSTD_c_compressionLevel]: 19 } }

/** Writes the database at `url` into the folder of a release. */
export async function takeSnapshot(
  url: string,
  given: Pick<Snapshot, 'release' | 'administrator' | 'seen'>,
): Promise<void> {
  const target = join(folder, given.release)
  await mkdir(target, { recursive: true })
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const rows = async <T>(sql: string) => (await client.query(sql)).rows as T[]
    const about: Snapshot = {
      ...given,
      migrations: await rows(`select to_jsonb(m) - 'at' as entry from migration m order by name`).then(
        (entries) => (entries as { entry: Snapshot['migrations'][number] }[]).map(({ entry }) => entry),
      ),
      jobMigrations: (await rows(`select from graphile_worker.migrations`)).length,
      sequences: await rows(
        `select format('%I.%I', schemaname, sequencename) as name, last_value::text as value from pg_sequences
         where schemaname in ('public', 'graphile_worker') and last_value is not null order by 1`,
      ),
    }
    await writeFile(join(target, 'snapshot.json'), `${JSON.stringify(about, null, 2)}\n`)
    await pipeline(
      Readable.from(copyText(client)),
      createZstdCompress(compression),
      createWriteStream(join(target, 'rows.sql.zst')),
    )
  } finally {
    await client.end()
  }
}

/** The releases of which there is a snapshot, the oldest first. */
export async function readSnapshots(): Promise<Snapshot[]> {
  const releases = await readdir(folder)
  const all = await Promise.all(
    releases.map(async (release) => {
      const text = await readFile(join(folder, release, 'snapshot.json'), 'utf8')
      return JSON.parse(text) as Snapshot
    }),
  )
  return all.toSorted((one, other) => one.migrations.length - other.migrations.length)
}

/** The schema as the release made it. Throws where a released migration is no longer what it was. */
async function createSchema(client: pg.Client, snapshot: Snapshot): Promise<void> {
  const present = new Map((await readMigrations()).map((migration) => [migration.name, migration]))
  const hasRelease = snapshot.migrations.some((migration) => 'release' in migration)
  await client.query(
    `create table migration (
      name text primary key, hash text not null, at timestamptz not null default now()${hasRelease ? ', release text' : ''})`,
  )
  for (const { name, hash, release } of snapshot.migrations) {
    const migration = present.get(name)
    if (migration?.hash !== hash)
      throw new Error(`${name} was released with ${snapshot.release} and must stay as it is; write a new one`)
    await client.query(migration.text)
    await client.query('insert into migration (name, hash) values ($1, $2)', [name, hash])
    if (release) await client.query('update migration set release = $2 where name = $1', [name, release])
  }
}

/** The library installs all of its migrations; a snapshot may have been made by an older one. */
async function createJobTables(client: pg.Client, count: number): Promise<void> {
  const library = new URL('generated/sql.js', import.meta.resolve('graphile-worker'))
  const { migrations } = (await import(fileURLToPath(library))) as { migrations: Record<string, string> }
  await client.query(`
    create schema graphile_worker;
    create table graphile_worker.migrations (
      id int primary key, ts timestamptz default now() not null, breaking boolean not null default false)`)
  for (const text of Object.values(migrations).slice(0, count))
    await client.query(text.replaceAll(/:GRAPHILE_WORKER_SCHEMA\b/g, '"graphile_worker"'))
}

/** The rows of each table, with the statement that takes them. */
async function readBlocks(release: string): Promise<{ statement: string; rows: string }[]> {
  const packed = await readFile(join(folder, release, 'rows.sql.zst'))
  const blocks = zstdDecompressSync(packed).toString().split('\n\\.\n').filter(Boolean)
  return blocks.map((block) => {
    const end = block.indexOf(';\n')
    return { statement: block.slice(0, end), rows: `${block.slice(end + 2)}\n` }
  })
}

/** Makes of an empty database what it was when the release left it, rows and waiting jobs included. */
export async function loadSnapshot(url: string, snapshot: Snapshot): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await createSchema(client, snapshot)
    await createJobTables(client, snapshot.jobMigrations)
    const tables = await tablesOf(client)
    await client.query('set session_replication_role = replica')
    await client.query(`truncate ${tables.map(({ name }) => name).join(', ')}`)
    for (const { statement, rows } of await readBlocks(snapshot.release))
      await pipeline(Readable.from([rows]), client.query(from(statement)))
    for (const { name, value } of snapshot.sequences)
      await client.query('select setval($1, $2)', [name, value])
  } finally {
    await client.end()
  }
}
