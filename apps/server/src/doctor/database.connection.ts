import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import type { Config } from '../platform/config/config.ts'
import { connectionAdvice } from '../platform/db/connection.fault.ts'
import { findingsAbout, reasonOf, type Finding } from './finding.ts'

const { ok, note, fault } = findingsAbout('Database')
const patience = 10_000

/** The address of the embedded database where it runs. */
async function embeddedUrl(dataDir: string): Promise<string | undefined> {
  try {
    const lines = (await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')
    process.kill(Number(lines[0]), 0)
    const password = (await readFile(join(dataDir, 'database-password'), 'utf8')).trim()
    return `postgres://postgres:${password}@127.0.0.1:${Number(lines[3])}/steward`
  } catch {
    return undefined
  }
}

async function notRunning(dataDir: string): Promise<Finding> {
  const made = await readFile(join(dataDir, 'postgres/PG_VERSION'), 'utf8').catch(() => undefined)
  if (made === undefined) return note('The embedded database is created at the first start.')
  return note(
    "The embedded database is not running, so it can't be checked.",
    'Start Steward, and run the doctor again.',
  )
}

/** Connects as Steward does. Gives a connection, or says why there is none. */
export async function connectDatabase(
  config: Config,
): Promise<{ client: pg.Client | undefined; finding: Finding }> {
  const url = config.databaseUrl ?? (await embeddedUrl(config.dataDir))
  if (url === undefined) return { client: undefined, finding: await notRunning(config.dataDir) }
  const where = config.databaseUrl ? 'The PostgreSQL of DATABASE_URL' : 'The embedded PostgreSQL'
  try {
    const client = new pg.Client({
      connectionString: url,
      // Not by the name of Steward: an upgrade waits for all of those to end.
      application_name: 'doctor',
      connectionTimeoutMillis: patience,
    })
    client.on('error', () => undefined)
    await client.connect()
    // By statements: poolers refuse what is in the options of a connection.
    await client.query(
      `set timezone = 'UTC'; set statement_timeout = ${patience}; set default_transaction_read_only = on`,
    )
    const { rows } = await client.query<{ version: string }>(
      `select current_setting('server_version') as version`,
    )
    return { client, finding: ok(`${where} answers, version ${rows[0]?.version}.`) }
  } catch (error) {
    const what = connectionAdvice(error) ?? 'Correct DATABASE_URL; see docs/operate/postgresql.md.'
    return { client: undefined, finding: fault(`${where} cannot be reached: ${reasonOf(error)}.`, what) }
  }
}
