import type pg from 'pg'
import { checkFit, UpgradeRefused } from '../platform/db/upgrade.check.ts'
import { findingsAbout, secondsInWords, type Finding } from './finding.ts'
import { databaseCheck } from './surroundings.ts'

const { ok, note, warning, fault } = findingsAbout('Database')
const clock = findingsAbout('Clock')
const manual = 'See docs/operate/postgresql.md.'

/** Transactions after which PostgreSQL stops writing are two milliards. */
const agedTransactions = 1_200_000_000

async function rowOf<Row extends pg.QueryResultRow>(client: pg.Client, text: string): Promise<Row> {
  const { rows } = await client.query<Row>(text)
  return rows[0] as Row
}

/** What a start would refuse. */
async function checkRights(client: pg.Client): Promise<Finding[]> {
  try {
    await checkFit(client)
    return [ok('Version, encoding, owner, roles and extensions are right.')]
  } catch (error) {
    if (!(error instanceof UpgradeRefused)) throw error
    const [, ...faults] = error.message.split('\n')
    return faults.map((line) => fault(line.trim(), manual))
  }
}

const stateSql = `
  select (select ssl from pg_stat_ssl where pid = pg_backend_pid()) as encrypted,
    inet_server_addr() is null or inet_server_addr() <<= '127.0.0.0/8' or inet_server_addr() = '::1' as is_near,
    pg_is_in_recovery() as is_replica, age(datfrozenxid) as transactions
  from pg_database where datname = current_database()`

interface State {
  encrypted: boolean
  is_near: boolean
  is_replica: boolean
  transactions: number
}

async function checkState(client: pg.Client): Promise<Finding[]> {
  const state = await rowOf<State>(client, stateSql)
  const findings = [
    state.is_replica && fault('This database is a read replica.', 'Point DATABASE_URL at the primary.'),
    !state.encrypted &&
      !state.is_near &&
      warning('The connection is not encrypted.', 'Add ?sslmode=verify-full to DATABASE_URL.'),
    state.transactions > agedTransactions &&
      fault(
        `Its oldest transaction is ${state.transactions} transactions old; at two billion, the database stops accepting writes.`,
        'Find what blocks vacuum (open transactions, replication slots), then run: vacuum (freeze);',
      ),
  ]
  return findings.filter((finding) => finding !== false)
}

/** Behind a pooler that gives each statement another connection a session is no one's. */
async function checkPooler(client: pg.Client): Promise<Finding[]> {
  const pids = new Set<number>()
  for (let times = 0; times < 5; times += 1) {
    pids.add((await rowOf<{ pid: number }>(client, 'select pg_backend_pid() as pid')).pid)
  }
  if (pids.size === 1) return []
  return [
    fault(
      'A pooler uses another connection for each statement.',
      'Set it to session mode; transaction mode does not work.',
    ),
  ]
}

async function checkOpenTransactions(client: pg.Client): Promise<Finding[]> {
  const { rows } = await client.query<{ pid: number; application_name: string; seconds: number }>(
    `select pid, application_name, extract(epoch from now() - xact_start)::float8 as seconds
     from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
       and now() - xact_start > interval '1 hour' order by xact_start limit 3`,
  )
  return rows.map(({ pid, application_name: name, seconds }) =>
    warning(
      `A transaction of "${name}" has been open for ${secondsInWords(seconds)}; rows it can see can't be cleaned up.`,
      `If it is not needed, run: select pg_terminate_backend(${pid});`,
    ),
  )
}

async function checkSize(client: pg.Client): Promise<Finding[]> {
  const { size, pending } = await rowOf<{ size: string; pending: boolean }>(
    client,
    `select pg_size_pretty(pg_database_size(current_database())) as size,
      exists (select from pg_settings where pending_restart) as pending`,
  )
  const advice = pending ? ['Some server settings need a restart to take effect.'] : []
  return [note(`Its size is ${size}.`, ...advice)]
}

/** Seconds by which the clocks of this machine and of the database differ, as far as the way between them tells. */
async function checkClock(client: pg.Client): Promise<Finding> {
  const before = Date.now()
  const { at } = await rowOf<{ at: Date }>(client, 'select clock_timestamp() as at')
  const after = Date.now()
  const seconds = Math.max(0, before - at.getTime(), at.getTime() - after) / 1000
  const message = `This machine and the database differ by ${seconds.toFixed(1)} seconds.`
  const advice =
    'Synchronize both with a time server (chrony, systemd-timesyncd): sessions, codes and schedules depend on the clocks.'
  if (seconds > 30) return clock.fault(message, advice)
  return seconds > 2 ? clock.warning(message, advice) : clock.ok(message)
}

/** What the server is, what the user may do there, and the clock. */
export const checkDatabase = databaseCheck(async (client) => [
  ...(await checkRights(client)),
  ...(await checkState(client)),
  ...(await checkPooler(client)),
  ...(await checkOpenTransactions(client)),
  ...(await checkSize(client)),
  await checkClock(client),
])
