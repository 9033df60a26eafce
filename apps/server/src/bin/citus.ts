import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbedded } from '../platform/db/embedded.ts'
import { migrate } from '../platform/db/migrate.ts'
import { readCatalogue } from './citus/catalogue.ts'
import { citusScript } from './citus/script.ts'

/** Prints the script that spreads the tables over a Citus cluster, made from a fresh database. */
const folder = await mkdtemp(join(tmpdir(), 'steward-citus-'))
const database = await startEmbedded(folder, ['fsync=off'])
try {
  await migrate(database.url)
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const catalogue = await readCatalogue(client)
  await client.end()
  process.stdout.write(citusScript(catalogue))
} finally {
  await database.stop()
  await rm(folder, { recursive: true, force: true })
}
