import type pg from 'pg'
import { z } from 'zod'
import type { SealedColumn } from '../platform/secrets/resealing.ts'
import type { Secrets } from '../platform/secrets/secrets.ts'
import { quoted } from './catalogue.read-model.ts'

const lineSchema = z.object({
  table: z.string(),
  column: z.string(),
  /** The rest of the primary key, as texts. */
  key: z.record(z.string(), z.string()),
  text: z.string(),
})

function opened(secrets: Secrets, sealed: string, purpose: string): string | undefined {
  try {
    return secrets.decrypt(sealed, purpose)
  } catch {
    // Encrypted with a key that was lost: no one reads it here either.
    return undefined
  }
}

/** What is encrypted with the key of this instance, in plain text, a line of JSON each. */
export async function readSecretLines(
  client: pg.ClientBase,
  secrets: Secrets,
  sealed: readonly SealedColumn[],
  tenantId: number,
): Promise<string> {
  const lines: string[] = []
  for (const { table, key, column, purpose } of sealed) {
    const pairs = key.map((name) => `'${name}', ${quoted(name)}::text`).join(', ')
    const { rows } = await client.query<{ key: Record<string, string>; sealed: string }>(
      `select json_build_object(${pairs}) as key, ${quoted(column)} as sealed from ${quoted(table)}
       where tenant_id = $1 and ${quoted(column)} is not null`,
      [tenantId],
    )
    for (const row of rows) {
      const text = opened(secrets, row.sealed, purpose)
      if (text !== undefined) lines.push(JSON.stringify({ table, column, key: row.key, text }))
    }
  }
  return lines.map((line) => `${line}\n`).join('')
}

/** Writes them, encrypted with the key of this instance. */
export async function writeSecretLines(
  client: pg.ClientBase,
  secrets: Secrets,
  sealed: readonly SealedColumn[],
  tenantId: number,
  lines: string,
): Promise<void> {
  for (const line of lines.split('\n').filter(Boolean)) {
    const { table, column, key, text } = lineSchema.parse(JSON.parse(line))
    const known = sealed.find((one) => one.table === table && one.column === column)
    if (!known) continue
    const names = Object.keys(key)
    const isRow = names.map((name, at) => ` and ${quoted(name)}::text = $${at + 3}`).join('')
    await client.query(`update ${quoted(table)} set ${quoted(column)} = $2 where tenant_id = $1${isRow}`, [
      tenantId,
      secrets.encrypt(text, known.purpose),
      ...Object.values(key),
    ])
  }
}
