import type { Config } from './platform/config/config.ts'
import { connectionAdvice } from './platform/db/connection.fault.ts'
import { migrate } from './platform/db/migrate.ts'
import { openPool } from './platform/db/pool.ts'
import { installJobs } from './platform/jobs/jobs.ts'

function sayOnTerminal(line: string): void {
  process.stdout.write(`${line}\n`)
}

/** A server that cannot be reached is named by the variable that names it. */
function nameVariable(error: unknown): never {
  const advice = connectionAdvice(error)
  if (advice === undefined) throw error
  const { message, code } = error as NodeJS.ErrnoException
  throw new Error(`DATABASE_URL: The database is not available: ${message || code}. ${advice}`, {
    cause: error,
  })
}

/**
 * Brings the database to this release, its job tables included; one process does so at a time. Returns the
 * names of the migrations it applied. Throws UpgradeRefused, with a sentence that says what to do, when the
 * database does not fit or is at work.
 */
export async function prepare(config: Config, url: string): Promise<string[]> {
  return migrate(url, {
    say: sayOnTerminal,
    databaseFolder: config.databaseUrl ? undefined : config.dataDir,
    async before() {
      if (!config.backupBeforeUpgrade) return
      // Loaded only when it is needed: hardly any start is an upgrade.
      const { backUpBeforeUpgrade } = await import('./backup/upgrade.backup.ts')
      await backUpBeforeUpgrade(config, url, sayOnTerminal)
    },
    async after() {
      const owner = openPool({ url, max: 1, fenced: false })
      try {
        await installJobs(owner)
      } finally {
        await owner.end()
      }
    },
  }).catch((error: unknown) => (config.databaseUrl ? nameVariable(error) : Promise.reject(error)))
}
