import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { tellCaches } from '../platform/cache/tenant-cache.ts'
import type { Config } from '../platform/config/config.ts'
import { holdBackups } from '../platform/db/removal.ts'
import { freeDeadWorkers } from '../platform/jobs/dead-workers.ts'
import { BackupError } from './backup.error.ts'
import { openByteStores, removeNamed } from './byte.copy.ts'
import { hasTable, listReferences, quoted, type Reference } from './catalogue.read-model.ts'
import { withOwner } from './owner.connection.ts'
import { orderTables } from './table.order.rules.ts'
import { findTenant, listScoped, type ScopedTable, type Tenant } from './tenant.scope.ts'

export interface TenantDeletion {
  tenant: Tenant
  rows: number
  /** False where a bucket cannot be listed, and may hold files that no row named. */
  isComplete: boolean
}

/** Rows that are deleted in one statement. */
const batch = 10_000
/** Seconds that a job of the tenant gets to end. */
const longestJob = 60
/** Seconds between two looks for workers that are gone. */
const lookEvery = 3
const jobsTable = 'graphile_worker._private_jobs'

/** No one gets in any more: sessions end, tokens end, and all processes forget who was there. */
async function close(client: pg.Client, tenantId: number): Promise<void> {
  const values = [tenantId]
  await client.query('begin')
  await client.query(`update app_user set status = 'DEACTIVATED' where tenant_id = $1`, values)
  await client.query('update session set ended_at = now() where tenant_id = $1 and ended_at is null', values)
  await client.query('delete from refresh_token where tenant_id = $1', values)
  await client.query(
    'update api_token set revoked_at = now() where tenant_id = $1 and revoked_at is null',
    values,
  )
  await tellCaches(client, tenantId)
  await client.query('commit')
}

/**
 * Takes waiting jobs away, and waits for those that run. One that a killed worker held runs no more, and where no
 * worker lives no one else would see that.
 */
async function endJobs(client: pg.Client, tenantId: number): Promise<void> {
  if (!(await hasTable(client, jobsTable))) return
  const ofTenant = `payload ->> 'tenantId' = $1::integer::text`
  let suspected: ReadonlySet<number> = new Set()
  for (let second = 0; ; second += 1) {
    await client.query(
      `select graphile_worker.complete_jobs(array(select id from ${jobsTable} where ${ofTenant} and locked_at is null))`,
      [tenantId],
    )
    const { rowCount } = await client.query(`select from ${jobsTable} where ${ofTenant} limit 1`, [tenantId])
    if (!rowCount) break
    if (second >= longestJob) {
      throw new BackupError(
        'A job of the tenant is still running. Sign-in is blocked, and nothing has been deleted yet. Try again in a moment, or stop the workers first.',
      )
    }
    // Two looks, as the workers themselves look: after an outage of the database all seem gone for a moment.
    if (second % lookEvery === 0) suspected = (await freeDeadWorkers(client, suspected)).found
    await wait(1000)
  }
  await client.query(
    `delete from graphile_worker._private_job_queues q
     where q.queue_name ~ (':' || $1::integer || '(:|$)') and q.locked_at is null
       and not exists (select from ${jobsTable} j where j.job_queue_id = q.id)`,
    [tenantId],
  )
}

/** Drops the indexes and statistics that were made for the tenant alone. */
async function dropMade(client: pg.Client, tenantId: number): Promise<void> {
  const { rows: indexes } = await client.query<{ name: string }>(
    `select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid
     where c.relnamespace = 'public'::regnamespace
       and pg_get_expr(i.indpred, i.indrelid) ~ ('\\mtenant_id = ' || $1::integer || '\\M')`,
    [tenantId],
  )
  for (const { name } of indexes) await client.query(`drop index concurrently if exists ${quoted(name)}`)
  const { rows: statistics } = await client.query<{ name: string }>(
    `select stxname as name from pg_statistic_ext
     where stxnamespace = 'public'::regnamespace and stxname ~ ('^record_t' || $1::integer || '_')`,
    [tenantId],
  )
  for (const { name } of statistics) await client.query(`drop statistics if exists ${quoted(name)}`)
}

interface Plan {
  /** Each before what it refers to. */
  tables: ScopedTable[]
  /** References that no order serves: they are emptied first. */
  circular: Reference[]
  /** Tables whose rows refer to each other go at once. */
  whole: Set<string>
}

async function planOf(client: pg.Client): Promise<Plan> {
  const scoped = (await listScoped(client)).filter(({ name }) => name !== 'tenant')
  const references = await listReferences(client)
  const { order, circular } = orderTables(
    scoped.map(({ name }) => name),
    references,
  )
  const byName = new Map(scoped.map((table) => [table.name, table]))
  const tables = order.toReversed().flatMap((name) => byName.get(name) ?? [])
  const whole = new Set(references.filter(({ table, target }) => table === target).map(({ table }) => table))
  return { tables, circular: circular.filter(({ deferred }) => !deferred), whole }
}

async function deleteSome(
  client: pg.Client,
  table: string,
  tenantId: number,
  isWhole: boolean,
): Promise<number> {
  if (table === 'audit_entry') {
    const { rows } = await client.query<{ gone: number }>('select forget_audit($1, null, $2) as gone', [
      tenantId,
      batch,
    ])
    return rows[0]?.gone ?? 0
  }
  const some = isWhole
    ? ''
    : ` and ctid = any (array(select ctid from ${quoted(table)} where tenant_id = $1 limit ${batch}))`
  const { rowCount } = await client.query(`delete from ${quoted(table)} where tenant_id = $1${some}`, [
    tenantId,
  ])
  return isWhole ? 0 : (rowCount ?? 0)
}

/** Deletes the rows of all tables once through; what triggers write meanwhile is left to the next time. */
async function sweep(client: pg.Client, plan: Plan, tenantId: number): Promise<void> {
  for (const { table, columns } of plan.circular) {
    const own = columns.filter((column) => column !== 'tenant_id')
    const [set, isSet] = [
      own.map((column) => `${quoted(column)} = null`).join(', '),
      own.map((column) => `${quoted(column)} is not null`).join(' or '),
    ]
    await client.query(`update ${quoted(table)} set ${set} where tenant_id = $1 and (${isSet})`, [tenantId])
  }
  for (const { name } of plan.tables) {
    for (let gone = batch; gone === batch;) {
      gone = await deleteSome(client, name, tenantId, plan.whole.has(name))
    }
  }
}

/** How many rows of the tenant there are, by table; those without any are left out. */
export async function countRows(client: pg.ClientBase, tenantId: number): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const { name } of await listScoped(client)) {
    const { rows } = await client.query<{ n: number }>(
      `select count(*)::int as n from ${quoted(name)} where tenant_id = $1`,
      [tenantId],
    )
    if (rows[0]?.n) counts[name] = rows[0].n
  }
  return counts
}

/** The last of it: no one adds rows any more that hang on the tenant, and it goes itself. */
async function finish(client: pg.Client, plan: Plan, tenantId: number): Promise<void> {
  await client.query('begin')
  await client.query('select from tenant where tenant_id = $1 for update', [tenantId])
  // Triggers report what is deleted, and so write rows once more.
  await sweep(client, plan, tenantId)
  await sweep(client, plan, tenantId)
  await client.query('delete from tenant where tenant_id = $1', [tenantId])
  await client.query('commit')
  await tellCaches(client, tenantId)
}

/**
 * Deletes a tenant with all that it has, at once for its users, and in steps that continue where they stood when it
 * is called again after a crash. Throws BackupError while a backup or a job of the tenant is at work.
 */
export async function deleteTenant(request: {
  url: string
  config: Config
  tenantId: number
}): Promise<TenantDeletion> {
  const { url, config, tenantId } = request
  return withOwner(url, async (client) => {
    const tenant = await findTenant(client, tenantId)
    if (!(await holdBackups(client))) {
      throw new BackupError('A backup is running. Delete the tenant when it is done.')
    }
    const rows = Object.values(await countRows(client, tenantId)).reduce((sum, count) => sum + count, 0)
    await close(client, tenantId)
    await endJobs(client, tenantId)
    const stores = await openByteStores(config)
    await removeNamed(client, stores, tenantId)
    await dropMade(client, tenantId)
    const plan = await planOf(client)
    await sweep(client, plan, tenantId)
    await finish(client, plan, tenantId)
    // What was on its way when all began.
    await endJobs(client, tenantId)
    await sweep(client, plan, tenantId)
    const removed = []
    for (const store of stores) removed.push(await store.removeAll(tenantId))
    return { tenant, rows, isComplete: removed.every(Boolean) }
  })
}
