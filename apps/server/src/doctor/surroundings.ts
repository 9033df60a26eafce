import type pg from 'pg'
import type { Config } from '../platform/config/config.ts'
import type { Finding } from './finding.ts'

/** What every check is given. */
export interface Surroundings {
  config: Config
  /** A connection of the owner of the database; undefined where there is none. */
  client: pg.Client | undefined
}

/** Looks at one thing, and leaves everything as it was. */
export type Check = (surroundings: Surroundings) => Promise<readonly Finding[]>

/** A check that has nothing to say without a database. */
export function databaseCheck(
  check: (client: pg.Client, config: Config) => Promise<readonly Finding[]>,
): Check {
  return async ({ client, config }) => (client ? check(client, config) : [])
}
