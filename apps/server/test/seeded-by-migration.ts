import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { TestApp } from './harness.ts'

const readMigration = (name: string): Promise<string> =>
  readFile(fileURLToPath(new URL(`../migrations/${name}`, import.meta.url)), 'utf8')

/**
 * What the first insert of a migration gives tenants that were there before it, as the rows of one tenant.
 * Nothing of it stays.
 */
export async function seededByMigration(
  app: TestApp,
  migration: string,
  table: string,
  later: readonly string[] = [],
): Promise<Record<string, unknown>[]> {
  const insert = /^insert into [^]*?;$/m.exec(await readMigration(migration))?.[0]
  if (!insert) throw new Error(`${migration} inserts nothing`)
  const client = await app.application.platform.database.owner.connect()
  try {
    await client.query('begin')
    await client.query(`delete from ${table}`)
    await client.query(insert)
    for (const name of later) await client.query(await readMigration(name))
    const { rows } = await client.query(`select * from ${table} where tenant_id = $1`, [app.tenantId])
    return rows
  } finally {
    await client.query('rollback')
    client.release()
  }
}
