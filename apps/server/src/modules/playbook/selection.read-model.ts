import { query, type Db } from '../../platform/db/database.ts'
import type { SelectionSql } from '../record-list/index.ts'

/** How many records are chosen. */
export async function countChosen(db: Db, selection: SelectionSql): Promise<number> {
  const values: unknown[] = []
  const chosen = selection((value) => `$${values.push(value)}`)
  const rows = await query<{ matched: number }>(
    db,
    `select count(*)::int as matched from (${chosen}) s`,
    values,
  )
  return rows[0]?.matched ?? 0
}

/** The first of the chosen records, by their ids. */
export async function firstChosen(db: Db, selection: SelectionSql, limit: number): Promise<number[]> {
  const values: unknown[] = [limit]
  const chosen = selection((value) => `$${values.push(value)}`)
  const rows = await query<{ id: number }>(
    db,
    `select s.record_id as id from (${chosen}) s order by s.record_id limit $1`,
    values,
  )
  return rows.map(({ id }) => id)
}
