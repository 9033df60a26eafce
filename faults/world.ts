import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import {
  signIn,
  startDatabase,
  startProcess,
  tcpProxy,
  type Client,
  type StewardProcess,
  type TcpProxy,
  type TestDatabase,
} from './cluster.ts'
import { startHookSink, type HookSink } from './hook-sink.ts'
import { startMailSink, type MailSink } from './mail-sink.ts'
import { furnish, type Furniture } from './furniture.ts'
import { makeDisk, type Disk } from './small-disk.ts'

export type Role = 'web' | 'worker'

/** One Steward, a web and a worker process, with all that can break around it. */
export interface World {
  readonly database: TestDatabase
  readonly databaseDisk: Disk
  readonly dataDisk: Disk
  /** Between both processes and the database. */
  readonly line: TcpProxy
  readonly mails: MailSink
  readonly hooks: HookSink
  readonly furniture: Furniture
  readonly client: Client
  readonly processes: Record<Role, StewardProcess>
  /** Where the web process answers. */
  base(): string
  /** Asks the database past Steward; every row, whatever its tenant. */
  sql<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]>
  /**
   * Starts a process that was killed, as anyone who watches over processes does, and waits until it serves; perhaps in
   * another environment.
   */
  revive(role: Role, environment?: NodeJS.ProcessEnv): Promise<void>
  /** Makes the clock of both processes wrong by so many milliseconds. */
  shiftClock(milliseconds: number): void
  stop(): Promise<void>
}

/** Megabytes of the disks. */
const sizes = { database: 3000, data: 400 }

export interface WorldOptions {
  /** Every size of the work is multiplied with it. */
  scale: number
  /** Megabytes of the disk of the database. */
  disk?: number
}

/** Starts everything, and fills in what the rounds work on. */
export async function makeWorld({ scale, disk = sizes.database }: WorldOptions): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), 'steward-faults-'))
  chmodSync(folder, 0o711)
  const databaseDisk = makeDisk(join(folder, 'database'), disk)
  const dataDisk = makeDisk(join(folder, 'data'), sizes.data)
  // So that a full disk is met by writing, and not by a log that was let grow.
  const settings = ['max_wal_size=256MB', 'log_min_messages=warning']
  const database = await startDatabase({ folder: join(databaseDisk.folder, 'cluster'), settings })
  const line = await tcpProxy(database.port)
  const mails = await startMailSink()
  const hooks = await startHookSink()
  const clock = join(folder, 'clock')
  let shift = 0

  async function start(
    role: Role,
    port?: number,
    environment: NodeJS.ProcessEnv = {},
  ): Promise<StewardProcess> {
    const started = await startProcess({
      url: line.through(database.url),
      dataDir: dataDisk.folder,
      roles: role,
      ...(port === undefined ? {} : { port }),
      env: {
        SMTP_URL: mails.url,
        MAIL_FROM: 'Steward <steward@mail.test>',
        // Endpoints of webhooks are on this machine.
        ALLOW_PRIVATE_ADDRESSES: 'on',
        FAULTS_CLOCK: clock,
        NODE_OPTIONS: ['shifted-clock.ts', 'rebinding-name.ts']
          .map((file) => `--import ${join(import.meta.dirname, file)}`)
          .join(' '),
        ...environment,
      },
    })
    await started.ready()
    if (shift !== 0) process.kill(started.pid, 'SIGUSR2')
    return started
  }

  const processes = { web: await start('web'), worker: await start('worker') }
  const base = () => `http://127.0.0.1:${processes.web.port}`
  const client = await signIn(base)

  async function sql<Row extends object>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    const connection = new pg.Client({ connectionString: database.url })
    connection.on('error', () => undefined)
    await connection.connect()
    try {
      return (await connection.query<Row>(text, [...values])).rows
    } finally {
      await connection.end().catch(() => undefined)
    }
  }

  return {
    database,
    databaseDisk,
    dataDisk,
    line,
    mails,
    hooks,
    client,
    processes,
    base,
    sql,
    furniture: await furnish(client, sql, scale),
    async revive(role, environment) {
      processes[role] = await start(role, processes[role].port, environment)
    },
    shiftClock(milliseconds) {
      shift = milliseconds
      writeFileSync(clock, String(milliseconds))
      for (const { pid } of Object.values(processes)) process.kill(pid, 'SIGUSR2')
    },
    async stop() {
      await Promise.all(Object.values(processes).map((one) => one.kill('SIGKILL')))
      await line.stop()
      await mails.stop()
      await hooks.stop()
      await database.stop()
      databaseDisk.remove()
      dataDisk.remove()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
