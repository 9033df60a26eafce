import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { TestApp } from './harness.ts'

/**
 * What the first insert of a migration gives tenants that were there before it, as the rows of one tenant.
 * Nothing of it stays.
 */
export async function seededByMigration(
  app: TestApp,
  migration: string,
  table: string,
): Promise<Record<string, unknown>[]> {
  const path = fileURLToPath(new URL(`../migrations/${migration}`, import.meta.url))
  const insert = /^insert into [^]*?;$/m.exec(await readFile(path, 'utf8'))?.[0]
  if (!insert) throw new Error(`${migration} inserts nothing`)
  const client = await app.application.platform.database.owner.connect()
  try {
    await client.query('begin')
    await client.query(`delete from ${table}`)
    await client.query(insert)
    const { rows } = await client.query(`select * from ${table} where tenant_id = $1`, [app.tenantId])
    return rows
  } finally {
    await client.query('rollback')
    client.release()
  }
}
