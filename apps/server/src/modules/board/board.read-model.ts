import { query, queryTexts, type Db } from '../../platform/db/database.ts'
import type { Count } from '../record/index.ts'
import type { TextRow } from '../record-list/index.ts'
import type { CurrencyTotal } from './board.rules.ts'

/** The kept counts of a level, and how often the values had been written that a board adds up. */
export interface BoardCounts {
  counts: readonly Count[]
  changes: number | null
}

/** `counts` and `changes` are the expressions that give them, of one moment. */
export async function readBoardCounts(db: Db, counts: string, changes: string | null): Promise<BoardCounts> {
  const [row] = await query<{ counts: Count[] | null; changes: number | null }>(
    db,
    `select ${counts} as counts, ${changes ?? 'null::int8'} as changes`,
  )
  return { counts: row?.counts ?? [], changes: row?.changes ?? null }
}

interface ReadTotal extends CurrencyTotal {
  changes: number | null
}

/** How many match in each column, and what they add up to in each currency. */
export function readTotals(db: Db, text: string, values: readonly unknown[]): Promise<ReadTotal[]> {
  return query<ReadTotal>(db, text, values)
}

/** The first cards of columns: each with the place of its column as its last value. */
export function readCards(db: Db, text: string, values: readonly unknown[]): Promise<readonly TextRow[]> {
  return queryTexts(db, text, values)
}
