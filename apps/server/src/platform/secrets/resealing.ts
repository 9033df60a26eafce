import type pg from 'pg'
import { query, type Db } from '../db/database.ts'
import { addJob, type Task } from '../jobs/jobs.ts'
import type { Module } from '../module.ts'
import type { Platform } from '../platform.ts'
import { keepOlderKeys } from './kept-keys.ts'
import type { Secrets } from './secrets.ts'

/** A column whose texts are encrypted with the keys of the instance. */
export interface SealedColumn {
  table: string
  /** The columns of its primary key behind tenant_id. */
  key: readonly string[]
  column: string
  /** The purpose they are encrypted for. */
  purpose: string
}

/** Lasting hashes with a key of a purpose: the older keys are kept while rows use them. */
export interface HashedTable {
  table: string
  purpose: string
}

/** All that is in the database by the keys of the instance. */
export interface SealedData {
  columns: readonly SealedColumn[]
  hashed: readonly HashedTable[]
}

interface Sealed {
  key: unknown[]
  text: string
}

interface Done {
  sealed: number
  /** Those that no key reads. */
  left: number
}

const batch = 500
/** Tenants. */
const tellEvery = 100
const task = 'secrets:reseal'

const olderIds = (secrets: Secrets): string[] =>
  secrets
    .keys('older')
    .slice(1)
    .map(({ id }) => id)

async function tenantsOf(pool: pg.Pool): Promise<number[]> {
  const { rows } = await pool.query<{ tenant_id: number }>('select tenant_id from list_tenants()')
  return rows.map((row) => row.tenant_id)
}

/** Those from `from` on: as many are left behind that cannot be read. */
function readOlder(
  db: Db,
  tenantId: number,
  of: SealedColumn,
  { ids, from }: { ids: readonly string[]; from: number },
): Promise<Sealed[]> {
  const key = of.key.map((name) => `${name}::text`).join(', ')
  return query<Sealed>(
    db,
    `select array[${key}]::text[] "key", ${of.column} "text" from ${of.table}
     where tenant_id = $1 and split_part(${of.column}, '.', 1) = any($2)
     order by ${['tenant_id', ...of.key].join(', ')} limit ${batch} offset ${from}`,
    [tenantId, ids],
  )
}

/** Rows that were written in the meantime stay as they are. */
async function writeNew(
  db: Db,
  tenantId: number,
  of: SealedColumn,
  from: Sealed,
  text: string,
): Promise<void> {
  const named = of.key.map((name, at) => ` and ${name}::text = $${at + 4}`).join('')
  await query(
    db,
    `update ${of.table} set ${of.column} = $2 where tenant_id = $1 and ${of.column} = $3${named}`,
    [tenantId, text, from.text, ...from.key],
  )
}

/**
 * Encrypts with the first secret key what is encrypted with older ones, at the start of a worker: after it
 * is done, and says so in the log, the older keys can be left out.
 */
export function createResealing(platform: Platform, { columns, hashed }: SealedData): { module: Module } {
  const { database, secrets } = platform

  function sealAnew(of: SealedColumn, text: string): string | undefined {
    try {
      return secrets.encrypt(secrets.decrypt(text, of.purpose), of.purpose)
    } catch (error) {
      platform.log.error({ err: error, table: of.table }, 'a secret cannot be read, and stays as it is')
      return undefined
    }
  }

  async function resealColumn(tenantId: number, of: SealedColumn, signal: AbortSignal): Promise<Done> {
    const db = database.tenant(tenantId)
    const ids = olderIds(secrets)
    const done: Done = { sealed: 0, left: 0 }
    while (!signal.aborted) {
      const rows = await readOlder(db, tenantId, of, { ids, from: done.left })
      if (rows.length === 0) break
      for (const row of rows) {
        const text = sealAnew(of, row.text)
        if (text === undefined) done.left += 1
        else {
          await writeNew(db, tenantId, of, row, text)
          done.sealed += 1
        }
      }
    }
    return done
  }

  async function keepKeys(tenantId: number): Promise<void> {
    const db = database.tenant(tenantId)
    for (const { table, purpose } of hashed) {
      const found = await query(db, `select from ${table} where tenant_id = $1 limit 1`, [tenantId])
      if (found.length > 0) await keepOlderKeys(db, secrets, tenantId, purpose)
    }
  }

  async function resealTenant(tenantId: number, signal: AbortSignal): Promise<Done> {
    await keepKeys(tenantId)
    const sum: Done = { sealed: 0, left: 0 }
    for (const of of columns) {
      const { sealed, left } = await resealColumn(tenantId, of, signal)
      sum.sealed += sealed
      sum.left += left
    }
    return sum
  }

  const reseal: Task = async (_payload, { signal, log }) => {
    if (olderIds(secrets).length === 0) return
    const sum: Done = { sealed: 0, left: 0 }
    const tenants = await tenantsOf(database.anonymous)
    for (const [at, tenantId] of tenants.entries()) {
      const { sealed, left } = await resealTenant(tenantId, signal)
      sum.sealed += sealed
      sum.left += left
      if ((at + 1) % tellEvery === 0)
        log.info({ ...sum, tenants: at + 1, of: tenants.length }, 'secrets are encrypted again')
    }
    // A worker that starts takes it up again.
    if (signal.aborted) return
    log.info({ ...sum, tenants: tenants.length }, 'secrets are encrypted with the first key of SECRET_KEY')
  }

  return {
    module: {
      tasks: { [task]: reseal },
      async onWorkerStart() {
        if (olderIds(secrets).length > 0) await addJob(database.tenant(0), { task, payload: {}, key: task })
      },
    },
  }
}
