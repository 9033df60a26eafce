import { configure, type Config } from '../platform/config/config.ts'
import { readEnvironment } from '../platform/config/env.ts'
import { makeDataFolder } from '../platform/data-folder.ts'
import { findEmbedded, hasEmbedded, startEmbedded } from '../platform/db/embedded.ts'
import { BackupError } from './backup.error.ts'

/** An installation: its database, and what its environment says. */
export interface Place {
  config: Config
  url: string
  close(): Promise<void>
}

const nothing = async (): Promise<void> => undefined

/**
 * The installation that the environment names, running or not: its embedded database is started where it does
 * not run, and stopped by `close`. Throws BackupError where there is none.
 */
export async function openPlace(): Promise<Place> {
  const config = configure(readEnvironment())
  const { databaseUrl, dataDir } = config
  if (databaseUrl) return { config, url: databaseUrl, close: nothing }
  const running = await findEmbedded(dataDir)
  if (running) return { config, url: running, close: nothing }
  if (!(await hasEmbedded(dataDir))) {
    throw new BackupError(
      `${dataDir} does not contain Steward data. Set DATA_DIR or DATABASE_URL to the same value as for Steward itself.`,
    )
  }
  const { url, stop } = await startEmbedded(dataDir)
  return { config, url, close: stop }
}

/** The same where nothing runs yet: the embedded database is made. Throws where a Steward works on it. */
export async function openEmptyPlace(): Promise<Place> {
  const config = configure(readEnvironment())
  await makeDataFolder(config.dataDir)
  if (config.databaseUrl) return { config, url: config.databaseUrl, close: nothing }
  const { url, stop } = await startEmbedded(config.dataDir)
  return { config, url, close: stop }
}
