import { query, queryTexts, type Db } from '../../platform/db/database.ts'
import type { Count } from '../record/index.ts'
import type { CountMemory } from './record-list.memory.ts'
import type { StageCount } from './record-list.count.ts'
import { countsSql, uncountedText, type Counted, type PageStatement } from './record-list.page-sql.ts'
import { createParams, type ListRequest, type MatchRequest } from './record-list.request.ts'
import { countSql } from './record-list.source-sql.ts'
import type { AskedTotal, WorkedTotal } from './record-list.totals.ts'
import { totalsSql } from './record-list.totals-sql.ts'
import type { TextRow } from './record-list.writing.ts'

/** A page of a level, the kept counts of the level, and how many match by lifecycle stage. */
export interface Listed {
  rows: readonly TextRow[]
  /** Only their sum where the kept counts do not tell what matches. */
  counts: readonly Count[]
  /** Null where the kept counts tell it. */
  stages: readonly StageCount[] | null
}

/** How many there are in all. */
export const sumOf = (counts: readonly { n: number }[]): number =>
  counts.reduce((sum, count) => sum + count.n, 0)

/** The rows of a page, and their counts by stage where these are remembered and still hold. */
async function readRows(
  db: Db,
  { text, values, counting }: PageStatement,
  memory: CountMemory<Counted>,
): Promise<{ rows: readonly TextRow[]; remembered?: readonly StageCount[] }> {
  if (!counting) return { rows: await queryTexts(db, text, values) }
  const last = memory.quiet(counting.key)
  if (last) {
    const rows = await queryTexts(db, uncountedText(counting, last), values)
    const remembered = memory.recall(counting.key, Number(rows[0]?.at(-1)))?.stages
    if (rows.length === 0 || remembered) return { rows, ...(remembered ? { remembered } : {}) }
  }
  const rows = await queryTexts(db, text, values)
  const [counts, stages, changes] = rows[0]?.slice(-3) ?? []
  if (rows.length > 0) {
    const size = sumOf(JSON.parse(counts ?? '[]') as Count[])
    memory.note(counting.key, Number(changes), {
      stages: JSON.parse(stages ?? '[]') as StageCount[],
      size,
    })
  }
  return { rows }
}

/** One page of a list with its totals, which of an empty page are asked for on their own. */
export async function readList(
  db: Db,
  request: ListRequest,
  statement: PageStatement,
  memory: CountMemory<Counted>,
): Promise<Listed> {
  const { hasKeptTotals } = statement
  const { rows, remembered } = await readRows(db, statement, memory)
  const first = rows[0]
  if (!first) {
    const counts = await readCounts(db, request, hasKeptTotals)
    if (hasKeptTotals) return { rows, counts, stages: null }
    // Where the first page is empty, nothing matches.
    return { rows, counts, stages: request.query.page === 1 ? [] : await countByStage(db, request) }
  }
  const [counts, stages] = first.slice(-3)
  const counted = remembered ?? (JSON.parse(stages ?? '[]') as StageCount[])
  return { rows, counts: JSON.parse(counts ?? '[]') as Count[], stages: hasKeptTotals ? null : counted }
}

/** The kept counts of a level. */
async function readCounts(db: Db, request: MatchRequest, hasKeptTotals: boolean): Promise<Count[]> {
  const [row] = await query<{ counts: Count[] | null }>(
    db,
    `select ${countsSql(request, hasKeptTotals)} as counts`,
  )
  return row?.counts ?? []
}

/** Exact totals by lifecycle stage, counted. */
export async function countByStage(db: Db, request: MatchRequest): Promise<StageCount[]> {
  const params = createParams()
  return query<StageCount>(db, countSql(request, params), params.values)
}

/** The totals that are asked for, each of everything that matches. */
export async function readTotalValues(
  db: Db,
  request: MatchRequest,
  asked: readonly AskedTotal[],
): Promise<WorkedTotal[]> {
  const params = createParams()
  const [row = {}] = await query<Record<string, unknown>>(
    db,
    totalsSql(request, asked, params),
    params.values,
  )
  return asked.map((_, at) => ({
    value: row[`v${at}`] as WorkedTotal['value'],
    missing: (row[`missing${at}`] ?? 0) as number,
    rateDate: (row[`day${at}`] ?? null) as string | null,
  }))
}
