import { query, type Db, type Tx } from '../db/database.ts'
import type { Secrets } from './secrets.ts'

const sealedFor = 'kept-key'

/** Where kept keys lie, encrypted as other secrets are. */
export const keptKeyColumn = {
  table: 'kept_key',
  key: ['purpose', 'key_id'],
  column: 'sealed',
  purpose: sealedFor,
} as const

/** Keeps a tenant's keys of a purpose that are made of older secret keys. Answers how many there are. */
export async function keepOlderKeys(
  db: Db | Tx,
  secrets: Secrets,
  tenantId: number,
  purpose: string,
): Promise<number> {
  const [, ...older] = secrets.keys(purpose)
  for (const { id, key } of older) {
    await query(
      db,
      `insert into kept_key (tenant_id, purpose, key_id, sealed) values ($1, $2, $3, $4)
       on conflict (tenant_id, purpose, key_id) do nothing`,
      [tenantId, purpose, id, secrets.encrypt(key.toString('base64url'), sealedFor)],
    )
  }
  return older.length
}

/** The keys of a purpose that a tenant kept, without those that cannot be read any more. */
export async function readKeptKeys(
  db: Db | Tx,
  secrets: Secrets,
  tenantId: number,
  purpose: string,
): Promise<Buffer[]> {
  const rows = await query<{ sealed: string }>(
    db,
    'select sealed from kept_key where tenant_id = $1 and purpose = $2',
    [tenantId, purpose],
  )
  return rows.flatMap(({ sealed }) => {
    try {
      return [Buffer.from(secrets.decrypt(sealed, sealedFor), 'base64url')]
    } catch {
      return []
    }
  })
}
