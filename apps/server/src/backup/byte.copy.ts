import { Readable } from 'node:stream'
import type pg from 'pg'
import type { ByteStore, NamedBytes } from '../platform/bytes/byte-store.ts'
import { isPlainKey } from '../platform/bytes/byte.key.ts'
import type { Config } from '../platform/config/config.ts'
import { openExportBytes } from '../modules/export/index.ts'
import { openFileBytes } from '../modules/file/index.ts'
import { openUploadBytes } from '../modules/sheet/index.ts'
import type { ArchiveMember } from './archive/archive.reading.ts'
import type { ArchiveWriter } from './archive/archive.writing.ts'
import { BackupError } from './backup.error.ts'
import { hasTable } from './catalogue.read-model.ts'

/** So many rows are asked for at a time. */
const window = 1000
const undefinedColumn = '42703'

/** All that modules keep outside of the database. */
export async function openByteStores(config: Config): Promise<ByteStore[]> {
  const files = await openFileBytes(config)
  return [files, openUploadBytes(config, files), openExportBytes(config, files)]
}

/** What the rows of a snapshot name, of all tenants or of one. */
async function* listNamed(
  client: pg.ClientBase,
  store: ByteStore,
  tenantId?: number,
): AsyncGenerator<NamedBytes> {
  const cursor = `named_${store.name}`
  const ofTenant = tenantId === undefined ? '' : ` where tenant_id = ${tenantId}`
  try {
    await client.query(
      `declare ${cursor} no scroll cursor for
       select tenant_id "tenantId", key, size::float8 size from (${store.named}) b${ofTenant} order by tenant_id, key`,
    )
  } catch (error) {
    if ((error as pg.DatabaseError).code !== undefinedColumn) throw error
    throw new BackupError(
      'The database is of an older release than these sources. Make the backup with the sources that it ran with, or leave files out with --database-only.',
      { cause: error },
    )
  }
  for (let found = window; found === window;) {
    const { rows } = await client.query<NamedBytes>(`fetch ${window} from ${cursor}`)
    yield* rows
    found = rows.length
  }
  await client.query(`close ${cursor}`)
}

/** Adds the bytes that the rows of the snapshot name; counts them, and those that are not there. */
export async function archiveBytes(
  client: pg.ClientBase,
  stores: readonly ByteStore[],
  archive: ArchiveWriter,
  tenantId?: number,
): Promise<{ files: number; missing: number }> {
  let [files, missing] = [0, 0]
  for (const store of stores) {
    if (!(await hasTable(client, store.table))) continue
    for await (const bytes of listNamed(client, store, tenantId)) {
      const content = await store.open(bytes)
      if (!content) {
        missing += 1
        continue
      }
      await archive.addStream(`bytes/${store.name}`, `${bytes.tenantId}/${bytes.key}`, bytes.size, content)
      files += 1
    }
  }
  return { files, missing }
}

/** Whose a part of a member is, and under which key. Anyone who made the archive may have named it as they liked. */
function ownerAndKey(member: string, name: string): { owner: number; key: string } {
  const [owner = '', ...rest] = name.split('/')
  const key = rest.join('/')
  if (/^\d{1,10}$/.test(owner) && isPlainKey(key)) return { owner: Number(owner), key }
  throw new BackupError(
    `The archive holds ${JSON.stringify(`${member}/${name}`)}, which is not a file name that Steward uses. Do not trust this archive.`,
  )
}

/**
 * Puts the bytes of a member in their place; `tenantId` gives them to that tenant. Throws BackupError where one
 * would lie elsewhere than in the folder of its tenant.
 */
export async function placeBytes(
  stores: readonly ByteStore[],
  member: ArchiveMember,
  tenantId?: number,
): Promise<number> {
  const store = stores.find(({ name }) => member.name === `bytes/${name}`)
  if (!store) return 0
  let files = 0
  for await (const { name, size, content } of member.parts) {
    const { owner, key } = ownerAndKey(member.name, name)
    const bytes = { tenantId: tenantId ?? owner, key, size }
    await store.write(bytes, Readable.from(content, { objectMode: false }))
    files += 1
  }
  return files
}

/** Removes the bytes that rows of a tenant name. */
export async function removeNamed(
  client: pg.ClientBase,
  stores: readonly ByteStore[],
  tenantId: number,
): Promise<void> {
  await client.query('begin read only')
  for (const store of stores) {
    for await (const bytes of listNamed(client, store, tenantId)) await store.remove(bytes)
  }
  await client.query('commit')
}
