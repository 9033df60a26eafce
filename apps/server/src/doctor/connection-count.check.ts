import type { Config } from '../platform/config/config.ts'
import { findingsAbout, type Finding } from './finding.ts'
import { databaseCheck } from './surroundings.ts'

const { ok, warning, fault } = findingsAbout('Connections')

/** Connections beside those of DATABASE_POOL: of the owner, before a tenant is known, of caches, for notices. */
const besideCalls = 4 + 3 + 2 + 1
/** For jobs, for the queue, the one that shows that the worker is alive, and one for each of three imports. */
const ofWorker = 10 + 5 + 1 + 3

/** The most connections that a process of this configuration takes. */
function connectionsOf({ databasePool, roles }: Pick<Config, 'databasePool' | 'roles'>): number {
  return databasePool + besideCalls + (roles.worker ? ofWorker : 0)
}

interface Room {
  most: number
  reserved: number
  used: number
  processes: number
}

/** Whether the server has room for what Steward may open. */
export const checkConnections = databaseCheck(async (client, config): Promise<Finding[]> => {
  const { rows } = await client.query<Room>(
    `select current_setting('max_connections')::int as most,
      current_setting('superuser_reserved_connections')::int + current_setting('reserved_connections')::int as reserved,
      (select count(*) from pg_stat_activity where backend_type = 'client backend')::int as used,
      (select count(*) from pg_stat_activity where application_name = 'steward-notices')::int as processes`,
  )
  const { most, reserved, used, processes } = rows[0] as Room
  const needed = connectionsOf(config) * Math.max(1, processes)
  const room = most - reserved
  const message = `${used} of ${room} are open; ${Math.max(1, processes)} process${processes > 1 ? 'es' : ''} like this one may open ${needed}.`
  const advice = 'Raise max_connections of the server, or lower DATABASE_POOL.'
  if (used >= room - 2) return [fault(message, advice)]
  return [needed > room ? warning(message, advice) : ok(message)]
})
