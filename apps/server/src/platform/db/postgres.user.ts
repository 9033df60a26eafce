import { execFile, spawn, type ChildProcess, type SpawnOptions } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { packagedPrograms, sharedPrograms } from './postgres.programs.ts'

const execute = promisify(execFile)
const userName = 'postgres'

export interface Owner {
  uid: number
  gid: number
}

type Spawn = (program: string, parameters: readonly string[], options: SpawnOptions) => ChildProcess

/** How root runs the programs of PostgreSQL, which refuse to run as root. */
export interface PostgresUser {
  /** The owner of the database files, as this process sees it. */
  owner: Owner
  spawn(
    program: 'initdb' | 'postgres',
    parameters: readonly string[],
    options: SpawnOptions,
  ): ReturnType<Spawn>
}

/** Nothing else of the environment is for the database: it contains secrets. English, because its output is read. */
const environment = { PATH: process.env.PATH, TZ: process.env.TZ, LC_ALL: 'C' }

async function idsOf(name: string): Promise<Owner> {
  const [uid, gid] = await Promise.all(['-u', '-g'].map((flag) => execute('id', [flag, name])))
  return { uid: Number(uid?.stdout), gid: Number(gid?.stdout) }
}

async function findOrAddUser(): Promise<Owner> {
  return idsOf(userName).catch(async () => {
    await execute('groupadd', ['--system', '--force', userName])
    await execute('useradd', ['--system', '--gid', userName, '--no-create-home', userName])
    return idsOf(userName)
  })
}

async function canRun(start: Spawn, program: string, ...parameters: string[]): Promise<boolean> {
  try {
    const child = start(program, parameters, { stdio: 'ignore', cwd: '/' })
    const [code] = (await once(child, 'exit')) as [number | null]
    return code === 0
  } catch {
    return false
  }
}

const canRunFrom = (start: Spawn, folder: string) => canRun(start, join(folder, 'bin/postgres'), '--version')

function userOf(owner: Owner, start: Spawn, folder: string): PostgresUser {
  return {
    owner,
    spawn: (program, parameters, options) => start(join(folder, 'bin', program), parameters, options),
  }
}

/** As a user of the machine, which cannot read the files of root. */
async function asOtherUser(): Promise<PostgresUser | undefined> {
  const owner = await findOrAddUser().catch(() => undefined)
  if (!owner) return undefined
  const start: Spawn = (program, parameters, options) =>
    spawn(program, parameters, { ...options, ...owner, env: environment })
  // Where root may not become this user at all, no copy helps.
  if (!(await canRun(start, '/bin/sh', '-c', ':'))) return undefined
  for await (const folder of sharedPrograms(owner.gid)) {
    if (await canRunFrom(start, folder)) return userOf(owner, start, folder)
  }
  return undefined
}

/** Where this process may not become another user, as in a container with a single one: under another number. */
async function inUserNamespace(): Promise<PostgresUser | undefined> {
  const { uid, gid } = await idsOf('nobody').catch(() => ({ uid: 65_534, gid: 65_534 }))
  const flags = ['--user', `--map-user=${uid}`, `--map-group=${gid}`, '--']
  const start: Spawn = (program, parameters, options) =>
    spawn('unshare', [...flags, program, ...parameters], { ...options, env: environment })
  const { folder } = await packagedPrograms()
  const self = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 }
  return (await canRunFrom(start, folder)) ? userOf(self, start, folder) : undefined
}

/** Finds how PostgreSQL can run here. Throws one sentence that says what to do where it cannot. */
export async function findPostgresUser(): Promise<PostgresUser> {
  const found = (await asOtherUser()) ?? (await inUserNamespace())
  if (found) return found
  throw new Error(
    `PostgreSQL refuses to run as root, and this machine lets root run it neither as the user ${userName} nor in a user namespace: start Steward as an ordinary user, or set DATABASE_URL to a PostgreSQL server.`,
  )
}
