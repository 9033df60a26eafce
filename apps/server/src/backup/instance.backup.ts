import type pg from 'pg'
import type { Config } from '../platform/config/config.ts'
import { holdRemovals } from '../platform/db/removal.ts'
import { release } from '../platform/release.ts'
import type { About } from './archive/archive.contract.ts'
import { readKey } from './archive/archive.key.ts'
import { writeArchive, type ArchiveWriter } from './archive/archive.writing.ts'
import { archiveBytes, openByteStores } from './byte.copy.ts'
import {
  listIndexes,
  listMigrations,
  listReferences,
  listSequences,
  listStatistics,
  listTables,
  quoted,
  type Table,
} from './catalogue.read-model.ts'
import { readJobs } from './job.copy.ts'
import { withOwner } from './owner.connection.ts'
import { keyIdOf, readKeyOfFolder } from './secret-key.file.ts'
import { columnList, copyOut } from './table.copy.ts'
import { orderTables } from './table.order.rules.ts'

export interface BackupRequest {
  /** The database, as its owner. */
  url: string
  config: Config
  /** The file that is to be written; its folder has to be there. */
  to: string
  /** A file with the key to encrypt with; without one the archive is not encrypted. */
  keyFile?: string | undefined
  /** Whether files, uploads and exports go along; they do when absent. */
  bytes?: boolean
}

export interface Backup {
  path: string
  /** Bytes. */
  size: number
  seconds: number
  at: Date
  encrypted: boolean
  tables: number
  rows: number
  files: number
  /** Files that rows name and that are not there. */
  missing: number
  /** Whether the secret key of the data folder is in it. */
  hasSecretKey: boolean
}

/** The moment of which everything is read; the connection has to stay in this transaction. */
export async function beginSnapshot(client: pg.Client): Promise<Date> {
  await client.query('begin isolation level repeatable read read only')
  const { rows } = await client.query<{ at: Date }>('select clock_timestamp() as at')
  return rows[0]?.at as Date
}

/** What is at the head of every archive of this database. */
export async function describeSnapshot(
  client: pg.Client,
  config: Config,
  chosen: Pick<About, 'kind' | 'encrypted' | 'bytes' | 'tenant'> & { at: Date },
): Promise<About> {
  const tables = await listTables(client)
  const { order } = orderTables(
    tables.map(({ name }) => name),
    await listReferences(client),
  )
  const byName = new Map(tables.map((table) => [table.name, table]))
  return {
    format: 'steward-backup',
    version: 1,
    ...chosen,
    release,
    at: chosen.at.toISOString(),
    secretKeyId: await keyIdOf(config),
    migrations: await listMigrations(client),
    tables: order.map((name) => ({
      name,
      columns: (byName.get(name) as Table).columns.map((column) => column.name),
    })),
    sequences: await listSequences(client),
    made: [],
  }
}

/** The tables of a snapshot, each as one member; `queryOf` gives the rows of one. */
export async function archiveTables(
  client: pg.Client,
  about: About,
  archive: ArchiveWriter,
  queryOf: (table: About['tables'][number]) => string,
): Promise<Record<string, number>> {
  const rows: Record<string, number> = {}
  for (const table of about.tables) {
    let part = 0
    rows[table.name] = await copyOut(client, queryOf(table), async (content) => {
      part += 1
      await archive.add(`tables/${table.name}`, String(part).padStart(6, '0'), content)
    })
  }
  return rows
}

const allRows = ({ name, columns }: About['tables'][number]): string =>
  `select ${columnList(columns)} from ${quoted(name)}`

/** Indexes and statistics; which of them fields brought about and no migration, a restore sees. */
async function listMade(client: pg.Client): Promise<About['made']> {
  return [...(await listIndexes(client)), ...(await listStatistics(client))]
}

export const total = (counts: Record<string, number>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0)

/**
 * Writes all of an instance, as it is at one moment, into one file, while it works. Throws BackupError with a
 * sentence for anyone who runs it.
 */
export async function writeBackup(request: BackupRequest): Promise<Backup> {
  const { url, config, to, bytes = true } = request
  const started = performance.now()
  const key = request.keyFile === undefined ? undefined : await readKey(request.keyFile)
  const secretKey = key ? await readKeyOfFolder(config) : undefined
  return withOwner(url, async (client) => {
    // Before the snapshot: what rows of it name is there, and stays.
    await holdRemovals(client)
    const at = await beginSnapshot(client)
    const chosen = { kind: 'instance', at, encrypted: key !== undefined, bytes, tenant: null } as const
    const about = { ...(await describeSnapshot(client, config, chosen)), made: await listMade(client) }
    let [counted, files, missing]: [Record<string, number>, number, number] = [{}, 0, 0]
    const size = await writeArchive(to, key, about, async (archive) => {
      if (secretKey) await archive.add('secret/key', 'secret-key', Buffer.from(secretKey))
      counted = await archiveTables(client, about, archive, allRows)
      await archive.add('jobs/waiting', 'jobs', Buffer.from(await readJobs(client)))
      if (bytes) ({ files, missing } = await archiveBytes(client, await openByteStores(config), archive))
      return { rows: counted, missing }
    })
    return {
      path: to,
      size,
      seconds: (performance.now() - started) / 1000,
      at,
      encrypted: key !== undefined,
      tables: about.tables.length,
      rows: total(counted),
      files,
      missing,
      hasSecretKey: secretKey !== undefined,
    }
  })
}
