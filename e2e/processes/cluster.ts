import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import {
  roundRobin,
  startDatabase,
  startProcess,
  type RoundRobin,
  type StewardProcess,
} from '../../faults/cluster.ts'
import { startMailSink, type MailSink } from '../../faults/mail-sink.ts'
import type { Server } from '../server.ts'

export type Role = 'web' | 'worker'

/** One place of the cluster, and the process that is in it just now. */
export interface Member {
  readonly name: string
  readonly role: Role
  process: StewardProcess
  /** Whether it was asked to end; nothing else may end it. */
  isEnding: boolean
}

/** Several web and worker processes on one database, behind a proxy that gives each call to the next. */
export interface Cluster {
  readonly members: readonly Member[]
  readonly proxy: RoundRobin
  readonly mails: MailSink
  /** Processes that ended without being asked to. */
  readonly deserters: string[]
  /** Those that were asked to, and left their last calls unanswered. */
  readonly cutOff: string[]
  /** As one server, for journeys. */
  readonly server: Server
  /** Ends a process, waits a while, and starts another in its place; resolves when that one serves. */
  replace(member: Member, signal: NodeJS.Signals, pause: number): Promise<void>
  /** Asks the database past Steward; every row, whatever its tenant. */
  sql<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]>
  stop(): Promise<void>
}

const cannot = () => Promise.reject(new Error('Only single processes of a cluster are ended'))
/** For how long a process that was asked to end still takes calls, in seconds. */
const drainSeconds = 1

export async function startCluster(counts: Record<Role, number>): Promise<Cluster> {
  const dataDir = await mkdtemp(join(tmpdir(), 'steward-processes-'))
  const database = await startDatabase({ settings: ['max_connections=250'] })
  const mails = await startMailSink()
  const deserters: string[] = []
  const cutOff: string[] = []

  const begin = (role: Role, port?: number): Promise<StewardProcess> =>
    startProcess({
      url: database.url,
      dataDir,
      roles: role,
      ...(port === undefined ? {} : { port }),
      env: {
        SMTP_URL: mails.url,
        MAIL_FROM: 'Steward <steward@mail.test>',
        DRAIN_SECONDS: String(drainSeconds),
        LOG_LEVEL: 'warn',
      },
    })

  async function watch(member: Member): Promise<void> {
    const { process: watched } = member
    const { code, signal } = await watched.ended
    if (member.isEnding && (signal === 'SIGKILL' || code === 0)) return
    // On a machine that is busy a process may need longer for its last calls than it is given.
    if (member.isEnding && watched.log.all.some((line) => line.includes('are cut off'))) {
      cutOff.push(member.name)
      return
    }
    deserters.push(`${member.name} ended with ${code ?? signal}: ${watched.log.all.slice(-5).join('\n')}`)
  }

  const roles = (['web', 'worker'] as const).flatMap((role) =>
    Array.from({ length: counts[role] }, () => role),
  )
  // All at once: they agree on who migrates.
  const members: Member[] = await Promise.all(
    roles.map(async (role, at) => ({
      name: `${role} ${at + 1}`,
      role,
      process: await begin(role),
      isEnding: false,
    })),
  )
  for (const member of members) void watch(member)
  await Promise.all(members.map(({ process: started }) => started.ready()))
  const proxy = await roundRobin(
    members.filter(({ role }) => role === 'web').map(({ process: started }) => started.port),
  )

  async function sql<Row extends object>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    const client = new pg.Client({ connectionString: database.url })
    await client.connect()
    try {
      return (await client.query<Row>(text, [...values])).rows
    } finally {
      await client.end()
    }
  }

  async function stop(): Promise<void> {
    for (const member of members) member.isEnding = true
    await Promise.all(members.map(({ process: started }) => started.kill('SIGKILL')))
    await proxy.stop()
    await mails.stop()
    await database.stop()
    await rm(dataDir, { recursive: true, force: true })
  }

  return {
    members,
    proxy,
    mails,
    deserters,
    cutOff,
    server: {
      url: `http://127.0.0.1:${proxy.port}`,
      dataDir,
      databaseUrl: async () => database.url,
      kill: cannot,
      restart: cannot,
      moveClock: cannot,
      stop,
    },
    async replace(member, signal, pause) {
      const { port } = member.process
      member.isEnding = true
      await member.process.kill(signal)
      await new Promise((resolve) => setTimeout(resolve, pause))
      member.process = await begin(member.role, port)
      member.isEnding = false
      void watch(member)
      await member.process.ready()
    },
    sql,
    stop,
  }
}
