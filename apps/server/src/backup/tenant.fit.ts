import { isDeepStrictEqual } from 'node:util'
import type pg from 'pg'
import type { About, Manifest } from './archive/archive.contract.ts'
import { BackupError } from './backup.error.ts'
import { listMigrations } from './catalogue.read-model.ts'
import { listMoving, type ScopedTable, type Tenant } from './tenant.scope.ts'

/** Tables with their columns, whatever their order; the first column is whose the rows are. */
function shapeOf(tables: readonly ScopedTable[]): string[][] {
  return tables
    .map(({ name, columns: [first = '', ...rest] }) => [name, first, ...rest.toSorted()])
    .toSorted(([one = ''], [other = '']) => (one < other ? -1 : 1))
}

/**
 * Throws unless the archive fills the tables that an export of this release writes, and no others. The rows are
 * written as the owner, whom no fence binds: an archive that named its columns otherwise could write into
 * other tenants.
 */
async function checkTables(client: pg.ClientBase, about: About, manifest: Manifest): Promise<void> {
  const own = await listMoving(client)
  const known = new Set(own.map(({ name }) => `tables/${name}`))
  const strange = Object.keys(manifest.members).find(
    (member) => member.startsWith('tables/') && !known.has(member),
  )
  if (strange === undefined && isDeepStrictEqual(shapeOf(about.tables), shapeOf(own))) return
  throw new BackupError(
    'The archive does not contain the tables of this release. Nothing was imported. Export the tenant again, and do not trust files from unknown sources.',
  )
}

/** Throws unless the archive is of a tenant and of the same state of the schema. */
export async function checkFits(client: pg.ClientBase, about: About, manifest: Manifest): Promise<Tenant> {
  if (!about.tenant) {
    throw new BackupError('This is the backup of a whole instance. Restore it with: npm run restore')
  }
  const own = (await listMigrations(client)).map(({ name }) => name)
  const theirs = about.migrations.map(({ name }) => name)
  if (own.join('\n') !== theirs.join('\n')) {
    throw new BackupError(
      `The tenant comes from release ${about.release}, whose database differs from this one. Bring both instances to the same release, export again, and import.`,
    )
  }
  await checkTables(client, about, manifest)
  return about.tenant
}
