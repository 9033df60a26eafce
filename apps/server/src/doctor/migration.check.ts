import type pg from 'pg'
import { readMigrations } from '../platform/db/migration.files.ts'
import { findingsAbout, type Finding } from './finding.ts'
import { databaseCheck } from './surroundings.ts'

const { ok, note, warning, fault } = findingsAbout('Migrations')

/** What was applied, by name; undefined in a database that no Steward has seen. */
async function readApplied(client: pg.Client): Promise<Map<string, string> | undefined> {
  const { rows } = await client.query<{ there: boolean }>(
    `select to_regclass('public.migration') is not null as there`,
  )
  if (!rows[0]?.there) return undefined
  const applied = await client.query<{ name: string; hash: string }>('select name, hash from migration')
  return new Map(applied.rows.map(({ name, hash }) => [name, hash]))
}

/** Whether the database is that of these sources. */
export const checkMigrations = databaseCheck(async (client): Promise<Finding[]> => {
  const applied = await readApplied(client)
  if (!applied) return [note('The database is empty; the first start sets it up.')]
  const migrations = await readMigrations()
  const known = new Set(migrations.map(({ name }) => name))
  const newer = [...applied.keys()].filter((name) => !known.has(name))
  if (newer.length > 0)
    return [
      fault(
        `The database is newer than these sources: they do not know ${newer.length} of its migrations, such as ${newer.at(-1)}.`,
        'Start the newer release, or restore the backup that was made before the upgrade.',
      ),
    ]
  const pending = migrations.filter(({ name }) => !applied.has(name))
  const changed = migrations.filter(({ name, hash }) => (applied.get(name) ?? hash) !== hash)
  return [
    ...changed.map(({ name }) =>
      warning(`${name} was changed after it was applied.`, 'Install the unmodified sources of a release.'),
    ),
    pending.length === 0
      ? ok(`All ${migrations.length} are applied.`)
      : note(
          `${pending.length} of ${migrations.length} wait for the next start.`,
          'Make a backup first; see docs/operate/upgrade.md.',
        ),
  ]
})
