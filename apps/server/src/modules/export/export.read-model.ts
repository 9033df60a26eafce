import { query, queryTexts, type Db } from '../../platform/db/database.ts'
import type { TextRow } from '../record-list/index.ts'
import type { Statement } from './export.statement.ts'

/** What tells a record from others in a file. */
export interface NamedRecord {
  id: number
  name: string
  externalId: string | null
}

export async function readIds(db: Db, { text, values }: Statement): Promise<number[]> {
  const rows = await query<{ ids: string }>(db, text, values)
  const ids = rows[0]?.ids ?? ''
  return ids === '' ? [] : ids.split(',').map(Number)
}

export function readRows(db: Db, { text, values }: Statement): Promise<readonly TextRow[]> {
  return queryTexts(db, text, values)
}

export function readNames(db: Db, { text, values }: Statement): Promise<NamedRecord[]> {
  return query<NamedRecord>(db, text, values)
}
