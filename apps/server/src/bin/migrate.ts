import { configure } from '../platform/config/config.ts'
import { readEnvironment } from '../platform/config/env.ts'
import { startEmbedded } from '../platform/db/embedded.ts'
import { prepare } from '../prepare.ts'

/** Brings the database to this release and ends, as before the processes of a cluster start. */
async function migrateOnly(): Promise<void> {
  const config = configure(readEnvironment())
  const embedded = config.databaseUrl ? undefined : await startEmbedded(config.dataDir)
  try {
    const applied = await prepare(config, config.databaseUrl ?? embedded?.url ?? '')
    process.stdout.write(
      applied.length > 0
        ? `The database is at this release; ${applied.length} migrations were applied.\n`
        : 'The database is already at this release.\n',
    )
  } finally {
    await embedded?.stop()
  }
}

migrateOnly().catch((error: unknown) => {
  process.stderr.write(
    `\nThe database was not upgraded. ${error instanceof Error ? error.message : String(error)}\n`,
  )
  process.exit(1)
})
