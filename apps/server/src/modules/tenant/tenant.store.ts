import { defaultStartPage, type StartPage } from '@steward/contracts/plain/session'
import type pg from 'pg'
import { query, type Db, type Tx } from '../../platform/db/database.ts'

const instanceLock = 7_370_002

/** Takes the id of a tenant that is about to be created, so that all of it can go into one transaction. */
export async function takeTenantId(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ id: number }>(
    `select nextval(pg_get_serial_sequence('tenant', 'tenant_id')) as id`,
  )
  return rows[0]?.id as number
}

export async function insertTenant(tx: Tx, tenantId: number, name: string): Promise<void> {
  await query(tx, '/*tenant.insert*/ insert into tenant (tenant_id, name) values ($1, $2)', [tenantId, name])
}

export async function readTenantName(db: Db, tenantId: number): Promise<string> {
  const rows = await query<{ name: string }>(
    db,
    '/*tenant.name*/ select name from tenant where tenant_id = $1',
    [tenantId],
  )
  return rows[0]?.name ?? ''
}

/** How a company looks to its customers; null: no color of its own. */
export interface Appearance {
  name: string
  color: string | null
}

export async function readAppearance(db: Db | Tx, tenantId: number): Promise<Appearance> {
  const [row] = await query<Appearance>(
    db,
    '/*tenant.appearance*/ select name, color from tenant where tenant_id = $1',
    [tenantId],
  )
  return row ?? { name: '', color: null }
}

/** The same, locked until the transaction ends. */
export async function lockAppearance(tx: Tx, tenantId: number): Promise<Appearance> {
  const [row] = await query<Appearance>(
    tx,
    'select name, color from tenant where tenant_id = $1 for no key update',
    [tenantId],
  )
  return row ?? { name: '', color: null }
}

export async function putColor(tx: Tx, tenantId: number, color: string | null): Promise<void> {
  await query(tx, 'update tenant set color = $2 where tenant_id = $1', [tenantId, color])
}

/** The first page of those who have not chosen one. */
export async function readStartPage(db: Db | Tx, tenantId: number): Promise<StartPage> {
  const rows = await query<{ startPage: StartPage }>(
    db,
    '/*tenant.start_page*/ select start_page "startPage" from tenant where tenant_id = $1',
    [tenantId],
  )
  return rows[0]?.startPage ?? defaultStartPage
}

export async function setStartPage(tx: Tx, tenantId: number, startPage: StartPage): Promise<void> {
  await query(tx, '/*tenant.set_start_page*/ update tenant set start_page = $2 where tenant_id = $1', [
    tenantId,
    startPage,
  ])
}

/** Whether the company wants logos fetched from the websites of its customers. */
export async function readFetchesLogos(db: Db | Tx, tenantId: number): Promise<boolean> {
  const rows = await query<{ fetchesLogos: boolean }>(
    db,
    '/*tenant.fetches_logos*/ select fetches_logos "fetchesLogos" from tenant where tenant_id = $1',
    [tenantId],
  )
  return rows[0]?.fetchesLogos ?? false
}

export async function setFetchesLogos(tx: Tx, tenantId: number, isOn: boolean): Promise<void> {
  await query(tx, '/*tenant.set_fetches_logos*/ update tenant set fetches_logos = $2 where tenant_id = $1', [
    tenantId,
    isOn,
  ])
}

const firstTenant = 'select tenant_id from list_tenants() order by tenant_id limit 1'

/** The id of the oldest tenant of the instance. */
export async function findFirstTenant(pool: pg.Pool): Promise<number | undefined> {
  const { rows } = await pool.query<{ tenant_id: number }>(firstTenant)
  return rows[0]?.tenant_id
}

/** Lets one transaction at a time create the instance. Returns whether there is a tenant already. */
export async function lockInstance(tx: Tx): Promise<boolean> {
  await query(tx, 'select pg_advisory_xact_lock($1)', [instanceLock])
  return (await query(tx, firstTenant)).length > 0
}

/** The only tenant of the instance; undefined when there are several. */
export async function findSoleTenant(pool: pg.Pool): Promise<number | undefined> {
  const { rows } = await pool.query<{ tenant_id: number }>('select tenant_id from list_tenants() limit 2')
  return rows.length === 1 ? rows[0]?.tenant_id : undefined
}
