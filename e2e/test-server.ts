import { cloneDatabase } from '../apps/server/test/clone.ts'
import { startServer, type Options, type Server } from './server.ts'

/** Starts the real server on a fresh copy of the migrated database that all tests of a run share. */
export async function startTestServer(environment: Options['environment'] = {}): Promise<Server> {
  return startServer({ environment, database: await cloneDatabase() })
}
