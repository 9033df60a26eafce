import type { Logger } from 'pino'
import type { Caches } from './cache/tenant-cache.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config/config.ts'
import type { Database } from './db/database.ts'
import type { Notices } from './notices/notices.ts'
import type { ParserPool } from './parsing/parser-pool.ts'
import type { Secrets } from './secrets/secrets.ts'

/** The services that every module receives. */
export interface Platform {
  database: Database
  notices: Notices
  caches: Caches
  clock: Clock
  config: Config
  /** Parses what strangers send, away from the event loop. */
  parsers: ParserPool
  secrets: Secrets
  log: Logger
}
