import { cloneDatabase } from '../apps/server/test/clone.ts'
import { startServer, type Options, type Server } from './server.ts'

/**
 * Starts the real server on a fresh copy of the migrated database that all tests of a run share. Its company starts
 * without fields, unless the environment says otherwise: tests define those that they are about.
 */
export async function startTestServer(
  environment: Options['environment'] = {},
  options: Pick<Options, 'movableClock'> = {},
): Promise<Server> {
  return startServer({
    environment: { STARTER_FIELDS: 'off', ...environment },
    ...options,
    database: await cloneDatabase(),
  })
}
