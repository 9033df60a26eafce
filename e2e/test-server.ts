import { cloneDatabase } from '../apps/server/test/clone.ts'
import { startServer, type Options, type Server } from './server.ts'

/** Starts the real server on a fresh copy of the migrated database that all tests of a run share. */
export async function startTestServer(
  environment: Options['environment'] = {},
  options: Pick<Options, 'movableClock'> = {},
): Promise<Server> {
  return startServer({ environment, ...options, database: await cloneDatabase() })
}
