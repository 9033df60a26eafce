import { once } from 'node:events'
import { chmod, chown, lchown, lstat, mkdir, open, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { initdbFlags, settingFlags, type Cluster, type ClusterOptions } from './cluster.port.ts'
import { findPostgresUser, type Owner, type PostgresUser } from './postgres.user.ts'

/**
 * The folder of the database, for a process that starts in it. Unlike its path, this works where the process may
 * not search the folders above: root's home folder, for one. PostgreSQL never leaves the folder.
 */
const here = '/proc/self/cwd'

const logLines = 5

async function giveTo(owner: Owner, path: string): Promise<void> {
  await lchown(path, owner.uid, owner.gid)
  if (!(await lstat(path)).isDirectory()) return
  for (const name of await readdir(path)) await giveTo(owner, join(path, name))
}

/** Another release, or another way to run as root, may have left the files to another user. */
async function ownFolder(folder: string, owner: Owner): Promise<void> {
  await mkdir(folder, { mode: 0o700, recursive: true })
  const { uid, gid } = await lstat(folder)
  if (uid !== owner.uid || gid !== owner.gid) await giveTo(owner, folder)
  await chmod(folder, 0o700)
}

/** initdb opens the file through a descriptor, which needs no access to the folders above it. */
async function initialise({ folder, passwordFile }: ClusterOptions, user: PostgresUser): Promise<void> {
  const copy = `${passwordFile}.initdb`
  await writeFile(copy, await readFile(passwordFile), { mode: 0o600 })
  await chown(copy, user.owner.uid, user.owner.gid)
  const file = await open(copy)
  try {
    const child = user.spawn(
      'initdb',
      [
        `--pgdata=${here}`,
        '--auth=scram-sha-256',
        '--username=postgres',
        '--pwfile=/proc/self/fd/3',
        ...initdbFlags,
      ],
      { cwd: folder, stdio: ['ignore', 'ignore', 'pipe', file.fd] },
    )
    const output: string[] = []
    child.stderr?.on('data', (text: Buffer) => output.push(text.toString()))
    const [code] = (await once(child, 'close')) as [number | null]
    if (code !== 0) throw new Error(`The embedded database cannot be created: ${output.join('').trim()}`)
  } finally {
    await file.close()
    await rm(copy, { force: true })
  }
}

/** A cluster for root: PostgreSQL runs as another user, and needs access to nothing but the folder itself. */
export async function createRootCluster(options: ClusterOptions): Promise<Cluster> {
  const { folder, port, settings } = options
  const user = await findPostgresUser()
  await ownFolder(folder, user.owner)
  let child: ReturnType<PostgresUser['spawn']> | undefined
  return {
    initialise: () => initialise(options, user),
    async start() {
      const log: string[] = []
      const started = user.spawn('postgres', ['-D', here, '-p', String(port), ...settingFlags(settings)], {
        cwd: folder,
        stdio: ['ignore', 'ignore', 'pipe'],
      })
      child = started
      await new Promise<void>((resolve, reject) => {
        started.stderr?.on('data', (text: Buffer) => {
          log.push(text.toString())
          if (log.length > logLines) log.shift()
          if (text.includes('database system is ready to accept connections')) resolve()
        })
        started.on('error', reject)
        started.on('close', () => reject(new Error(log.join(' ').trim())))
      })
    },
    async stop() {
      if (!child || child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGINT')
      await ended
    },
  }
}
