import type pg from 'pg'
import type { About } from './archive/archive.contract.ts'
import { BackupError } from './backup.error.ts'
import { listTables } from './catalogue.read-model.ts'

export type ScopedTable = About['tables'][number]

export interface Tenant {
  tenantId: number
  name: string
}

/** Throws BackupError where there is no such tenant. */
export async function findTenant(client: pg.ClientBase, tenantId: number): Promise<Tenant> {
  const { rows } = await client.query<{ name: string }>('select name from tenant where tenant_id = $1', [
    tenantId,
  ])
  if (rows[0]) return { tenantId, name: rows[0].name }
  throw new BackupError(`There is no tenant ${tenantId}. See: npm run tenant -- list`)
}

/** The tables that hold rows of tenants. */
export async function listScoped(client: pg.ClientBase): Promise<ScopedTable[]> {
  const tables = await listTables(client)
  return tables
    .map(({ name, columns }) => ({ name, columns: columns.map((column) => column.name) }))
    .filter(({ columns }) => columns.includes('tenant_id'))
}

/**
 * What does not move to another instance. Sessions and codes are of the instance that gave them, and recovery
 * codes are known by its key alone. Indexes of fields are made again where lists ask for them.
 */
export const leftBehind: readonly string[] = [
  'session',
  'refresh_token',
  'one_time_code',
  'sign_in_attempt',
  'recovery_code',
  'kept_key',
  'finished_redirect',
  'field_index',
  'value_change',
]

/** The tables whose rows move with a tenant. */
export async function listMoving(client: pg.ClientBase): Promise<ScopedTable[]> {
  return (await listScoped(client)).filter(({ name }) => !leftBehind.includes(name))
}
