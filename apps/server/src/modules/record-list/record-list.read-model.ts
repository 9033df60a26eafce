import { query, queryTexts, type Db } from '../../platform/db/database.ts'
import type { Count } from '../record/index.ts'
import type { CountMemory } from './record-list.memory.ts'
import type { StageCount } from './record-list.count.ts'
import { countsSql, isWalked, type Counted, type PageStatement } from './record-list.page-sql.ts'
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

/** The rows of a page, and its counts where these are remembered and still hold. */
async function readRows(
  db: Db,
  { text, values, counting }: PageStatement,
  memory: CountMemory<Counted>,
): Promise<{ rows: readonly TextRow[]; remembered?: Counted }> {
  if (!counting) return { rows: await queryTexts(db, text, values) }
  const { key, textOf } = counting
  const count = async (statement: string) => {
    const rows = await queryTexts(db, statement, values)
    if (rows[0]) memory.note(key, Number(rows[0].at(-1)), countedIn(rows[0]))
    return { rows }
  }
  // What matched before says how to find what matches now.
  const before = memory.latest(key)
  if (!before) return count(text)
  // Finding all that matches counts it on the way: only a walk is shorter for what is remembered.
  if (!isWalked(counting, before)) return count(textOf('matching'))
  if (memory.quiet(key)) {
    const rows = await queryTexts(db, textOf('walking uncounted'), values)
    if (rows.length === 0) return { rows }
    const remembered = memory.recall(key, Number(rows[0]?.at(-1)))
    if (remembered) return { rows, remembered }
  }
  return count(textOf('walking'))
}

/** The counts in the first row of a page. */
function countedIn(row: TextRow): Counted {
  const [counts, stages] = row.slice(-3)
  return {
    counts: JSON.parse(counts ?? '[]') as Count[],
    stages: JSON.parse(stages ?? '[]') as StageCount[],
  }
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
  const { counts, stages } = remembered ?? countedIn(first)
  return { rows, counts, stages: hasKeptTotals ? null : stages }
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
