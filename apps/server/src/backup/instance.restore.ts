import type pg from 'pg'
import type { Config } from '../platform/config/config.ts'
import { migrate } from '../platform/db/migrate.ts'
import { readMigrations } from '../platform/db/migration.files.ts'
import { openPool } from '../platform/db/pool.ts'
import { installJobs } from '../platform/jobs/jobs.ts'
import type { About, Manifest } from './archive/archive.contract.ts'
import { readKey, type ArchiveKey } from './archive/archive.key.ts'
import { readMembers, textOf, verifyArchive, type ArchiveMember } from './archive/archive.reading.ts'
import { BackupError } from './backup.error.ts'
import { openByteStores, placeBytes } from './byte.copy.ts'
import { hasTable, listMigrations } from './catalogue.read-model.ts'
import { addJobs, parseJobs } from './job.copy.ts'
import { withOwner } from './owner.connection.ts'
import { checkKeyOfFolder, opensSecretsOf, placeKeyOfFolder } from './secret-key.file.ts'
import { copyIn } from './table.copy.ts'
import { moveSequences, putBack, takeOff } from './table.load.ts'

export interface RestoreRequest {
  /** An empty database, as its owner. */
  url: string
  config: Config
  from: string
  keyFile?: string | undefined
}

export interface Restored {
  about: About
  rows: number
  files: number
  /** Files that were missing when the backup was made. */
  missing: number
  /** Whether what the backup holds encrypted can be read here. */
  opensSecrets: boolean
}

/** Reads an archive as a whole and says what it is of. Throws BackupError when it cannot be restored. */
export async function checkArchive(
  from: string,
  keyFile: string | undefined,
): Promise<{ about: About; manifest: Manifest; key: ArchiveKey | undefined }> {
  const key = keyFile === undefined ? undefined : await readKey(keyFile)
  return { ...(await verifyArchive(from, key)), key }
}

/** Throws unless these sources know every migration of the archive. */
async function checkMigrations(about: About): Promise<void> {
  const known = new Map((await readMigrations()).map(({ name, hash }) => [name, hash]))
  const strange = about.migrations.find(({ name }) => !known.has(name))
  if (strange) {
    throw new BackupError(
      `The backup was made by a newer release (${about.release}): this one does not know ${strange.name}. Use that release or a later one.`,
    )
  }
}

/** Throws unless the database has no tenant, and nothing beyond the archive. */
async function checkEmpty(client: pg.ClientBase, about: About): Promise<void> {
  if (!(await hasTable(client, 'migration'))) return
  const hasTenants =
    (await hasTable(client, 'tenant')) && (await client.query('select from tenant limit 1')).rowCount === 1
  if (hasTenants) {
    throw new BackupError(
      'This instance is not empty. Restore into an empty one: set another DATA_DIR or DATABASE_URL.',
    )
  }
  const wanted = new Set(about.migrations.map(({ name }) => name))
  const beyond = (await listMigrations(client)).find(({ name }) => !wanted.has(name))
  if (beyond) {
    throw new BackupError(
      `The database is empty, but newer than the backup (${beyond.name}). Restore into a database that was never used.`,
    )
  }
}

/** Brings the database to where the backup's was, its job tables included. */
async function prepareSchema(url: string, about: About): Promise<void> {
  await migrate(url, { only: about.migrations.map(({ name }) => name) })
  const owner = openPool({ url, max: 1, fenced: false })
  await installJobs(owner).finally(() => owner.end())
}

/** Fills the empty tables from the archive, and puts files in their places. One transaction: all or nothing. */
async function load(
  client: pg.Client,
  { from, config }: RestoreRequest,
  archive: { about: About; key: ArchiveKey | undefined },
): Promise<{ rows: number; files: number }> {
  const { about, key } = archive
  const [stores, columns] = [
    await openByteStores(config),
    new Map(about.tables.map((table) => [table.name, table.columns])),
  ]
  let [rows, files] = [0, 0]
  const takeMember = async (member: ArchiveMember): Promise<void> => {
    const [kind, name = ''] = member.name.split('/')
    if (kind === 'tables')
      rows += await copyIn(client, { table: name, columns: columns.get(name) ?? [] }, member.parts)
    if (kind === 'jobs') await addJobs(client, parseJobs(await textOf(member)))
    if (kind === 'bytes') files += await placeBytes(stores, member)
    if (kind === 'secret') await placeKeyOfFolder(config, await textOf(member))
  }
  await client.query('begin')
  const taken = await takeOff(client)
  for await (const member of readMembers(from, key)) await takeMember(member)
  await moveSequences(client, about.sequences)
  await putBack(client, taken, about.made)
  await client.query('commit')
  return { rows, files }
}

/** Throws where the archive brings a secret key and another one lies in the data folder. */
async function checkSecretKey({ from, config }: RestoreRequest, key: ArchiveKey | undefined): Promise<void> {
  for await (const member of readMembers(from, key)) {
    if (member.name === 'secret/key') await checkKeyOfFolder(config, await textOf(member))
    return
  }
}

/**
 * Restores a backup into an empty instance. The archive is read as a whole before anything is written. Throws
 * BackupError with a sentence for anyone who runs it.
 */
export async function restoreBackup(request: RestoreRequest): Promise<Restored> {
  const { url, config, from, keyFile } = request
  const { about, manifest, key } = await checkArchive(from, keyFile)
  if (about.kind !== 'instance') {
    throw new BackupError(
      `${from} holds one tenant. Take it in with: npm run tenant -- import --from ${from}`,
    )
  }
  await checkMigrations(about)
  await checkSecretKey(request, key)
  await withOwner(url, (client) => checkEmpty(client, about))
  await prepareSchema(url, about)
  return withOwner(url, async (client) => {
    const loaded = await load(client, request, { about, key })
    // Plans are made by what the planner knows, and pages are read from indexes alone where it may.
    await client.query('vacuum (analyze)')
    const opensSecrets = await opensSecretsOf(config, about.secretKeyId)
    return { about, ...loaded, missing: manifest.missing, opensSecrets }
  })
}
