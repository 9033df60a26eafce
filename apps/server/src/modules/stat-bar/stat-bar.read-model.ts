import { query, type Db } from '../../platform/db/database.ts'
import { foundSql, type Source } from '../record-list/index.ts'
import type { Figure, FigureContext } from './stat-bar.figure.ts'

/** A figure as the database works it out; amounts are the digits of reckoned ones. */
export interface WorkedFigure {
  value: string | null
  change: string | null
  detail: string | null
  missing: number
}

/** How many amounts have no rate. */
function missingSql({ amount }: Figure, source: Source): string {
  if (!amount) return '0'
  const { sql, isSet } = source.columnOf(amount)
  return `count(*) filter (where ${isSet} and ${sql} is null)::integer`
}

const text = (sql: string | undefined): string => (sql ? `(${sql})::text` : 'null::text')

/** The figures of all records that match, by one statement. */
export async function readFigures(
  db: Db,
  figures: readonly Figure[],
  { prepared: { request }, source, params }: FigureContext,
): Promise<WorkedFigure[]> {
  const columns = figures.map(
    (figure, at) => `${text(figure.value)} as value${at}, ${text(figure.change)} as change${at},
      ${text(figure.detail?.sql)} as detail${at}, ${missingSql(figure, source)} as missing${at}`,
  )
  const statement = `select ${columns.join(', ')} ${foundSql(request, source, params)}`
  const [row = {}] = await query<Record<string, unknown>>(db, statement, params.values)
  return figures.map((_, at) => ({
    value: row[`value${at}`] as string | null,
    change: row[`change${at}`] as string | null,
    detail: row[`detail${at}`] as string | null,
    missing: (row[`missing${at}`] ?? 0) as number,
  }))
}
