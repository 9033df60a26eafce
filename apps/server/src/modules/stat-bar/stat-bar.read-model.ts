import { query, type Db } from '../../platform/db/database.ts'

/** A figure as the database calculates it; amounts are digits in the currency that lists add up in. */
export interface WorkedFigure {
  value: string | null
  change: string | null
  detail: string | null
  missing: number
}

/** The figures of all records that match, as many as the statement asks for. */
export async function readFigures(
  db: Db,
  statement: string,
  values: readonly unknown[],
  count: number,
): Promise<WorkedFigure[]> {
  const [row = {}] = await query<Record<string, unknown>>(db, statement, values)
  return Array.from({ length: count }, (_, at) => ({
    value: row[`value${at}`] as string | null,
    change: row[`change${at}`] as string | null,
    detail: row[`detail${at}`] as string | null,
    missing: (row[`missing${at}`] ?? 0) as number,
  }))
}
