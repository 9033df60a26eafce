import { keptCountsSql, wholeCountSql, type Count } from '../record/index.ts'
import { isIndexedOrder, orderedFields, orderParts } from './record-list.order-sql.ts'
import { createParams, type ListRequest, type MatchRequest, type Params } from './record-list.request.ts'
import { countSql, foundSql, sourceOf, type Source } from './record-list.source-sql.ts'
import type { StageCount } from './record-list.count.ts'
import { namesSpanSql, spanSql, type Span } from './record-list.window-sql.ts'
import type { RecordWriting } from './record-list.writing.ts'

/** From here on, a page finds its ids in the index first and reads the records after. */
const deepOffset = 500

const placed = (window: string) => `(select w.*, row_number() over () as place from (${window}) w)`

/** The records of a page, found by their ids. As an array these are few to the planner, which looks up one by one. */
function recordsOf({ actor }: ListRequest, window: string): string {
  return `unnest(array(${window})) with ordinality found(record_id, place)
    join record_fenced r on r.tenant_id = ${actor.tenantId} and r.record_id = found.record_id`
}

/** Where the records of a page and their counts by stage come from. */
interface Window {
  /** What is before `select`. */
  before: string
  /** The records in their places. What is shown of them is calculated outside, not for those skipped. */
  rows: string
  stages: string
}

const countsOf = (statement: string) => `(select json_agg(c) from (${statement}) c)`

function spanOf({ query }: ListRequest): Span {
  return { limit: query.pageSize, offset: (query.page - 1) * query.pageSize }
}

const stagesSql = (request: ListRequest, params: Params): string => countsOf(countSql(request, params))

function windowOf(request: ListRequest, source: Source, params: Params, stages: string): Window {
  const span = spanOf(request)
  const isApart = span.offset >= deepOffset || source.isNarrow || !isIndexedOrder(request.order)
  const found = foundSql(request, source, params)
  const window = spanSql(request, source, { columns: isApart ? 'r.record_id' : 'r.*', found }, span)
  return { before: '', rows: isApart ? recordsOf(request, window) : `${placed(window)} r`, stages }
}

/** Finds what matches once, and takes both the page and the counts from it, without walking an index in its order. */
function singleWindowOf(request: ListRequest, source: Source, found: string): Window {
  const { limit, offset } = spanOf(request)
  const parts = orderParts(request, source)
  const keys = parts.map(({ sql }, at) => `${sql} as k${at}`)
  const order = parts.map(({ direction }, at) => `k${at} ${direction}`)
  const window = `select record_id from matching order by ${order.join(', ')}
    limit ${limit} offset ${offset}`
  return {
    before: `with matching as materialized (select r.record_id, r.stage_id, ${keys.join(', ')}
      ${found}) `,
    rows: recordsOf(request, window),
    stages: countsOf('select stage_id as "stageId", count(*) as n from matching group by stage_id'),
  }
}

/**
 * Finds what matches first, where it is few. If the order takes the records, they are looked up by what the slots found:
 * a join would be planned for fewer than there are, because few of all records are of the level, and read every record.
 */
function fewWindowOf(request: ListRequest, source: Source, params: Params): Window {
  if (source.isNarrow) return singleWindowOf(request, source, foundSql(request, source, params))
  const rule = { ...request.rule, checked: { and: [] }, fields: new Set<string>() }
  const records = sourceOf({ ...request, rule }, orderedFields(request.order))
  const found = `select r.record_id ${foundSql(request, sourceOf(request), params)}`
  return singleWindowOf(request, records, `${records.sql} and r.record_id = any(array(${found}))`)
}

/** The kept counts of the level as one JSON array; where what matches is counted by itself, their sum alone. */
export function countsSql({ actor, level }: MatchRequest, hasKeptTotals: boolean): string {
  return hasKeptTotals ? keptCountsSql(actor.tenantId, level) : wholeCountSql(actor.tenantId, level)
}

/** What matched when it was counted, and how many records there were. */
export interface Counted {
  stages: readonly StageCount[]
  counts: readonly Count[]
}

/** How many there are in all. */
export const sumOf = (counts: readonly { n: number }[]): number =>
  counts.reduce((sum, count) => sum + count.n, 0)

/**
 * How a page is found: all that matches first, which gives the counts as well; by walking an index in the order of the
 * list, with the counts apart; or by walking alone, where the counts are remembered.
 */
export type PageWay = 'matching' | 'walking' | 'walking uncounted'

/** How a page is found of whose matches it is known, at least from before, how many there are. */
export interface Counting {
  /** The statement that counts, by which it is remembered. */
  key: string
  /** How often that was written which it counts. */
  changes: string
  /** Where the page ends. */
  end: number
  textOf(way: PageWay): string
}

/**
 * Whether to walk, given what was counted last. To find a page by walking an index in the order of the list, the database
 * reads `end / n` of the level; else it reads the `n` records that match. It takes the former for cheaper than it is,
 * because to the planner a record costs the same wherever it lies and whatever is read of it.
 */
export function isWalked({ end }: Pick<Counting, 'end'>, { stages, counts }: Counted): boolean {
  return sumOf(stages) ** 2 >= end * sumOf(counts)
}

/** The statement of a page. */
export interface PageStatement {
  text: string
  values: readonly unknown[]
  hasKeptTotals: boolean
  /** Where lists may remember the counts. */
  counting: Counting | null
}

/** Finds a page by walking the index that has its order; the planner does by itself where the order is of slots. */
function walkOf(request: ListRequest, source: Source, params: Params): Window {
  if (!isIndexedOrder(request.order)) return windowOf(request, source, params, stagesSql(request, params))
  const rows = recordsOf(request, namesSpanSql(request, params, spanOf(request)))
  return { before: '', rows, stages: stagesSql(request, params) }
}

/** A column that the first row has. */
const first = (sql: string): string => (sql === 'null' ? sql : `case when place = 1 then ${sql} end`)

/** Puts the statement of a page together. */
type WritePage = (window: Window, counts: string, changes: string) => string

/** How the page is found once it was counted, where lists remember that: all that it asks about is in indexed slots. */
function countingOf(request: ListRequest, source: Source, write: WritePage): Counting | null {
  const { changes } = sourceOf(request)
  const params = createParams()
  const key = countSql(request, params)
  if (changes === null || params.values.length > 0) return null
  const texts: Partial<Record<PageWay, string>> = {}
  const textOf = (way: PageWay): string => {
    const window = (way === 'matching' ? fewWindowOf : walkOf)(request, source, params)
    return way === 'walking uncounted'
      ? write({ ...window, stages: 'null' }, 'null', changes)
      : write(window, countsSql(request, false), changes)
  }
  return {
    key,
    changes,
    end: request.query.page * request.query.pageSize,
    textOf: (way) => (texts[way] ??= textOf(way)),
  }
}

/**
 * One page of a list with its totals, which are of the same moment: the columns of its records; after
 * them, in the first row, the kept counts, what matches by stage where the kept counts do not tell, and
 * how often the values were written that this was counted from.
 */
export function pageStatement(
  request: ListRequest,
  { columns, joins }: RecordWriting,
  hasKeptTotals: boolean,
): PageStatement {
  const params = createParams()
  const source = sourceOf(request, orderedFields(request.order))
  const write: WritePage = (
    { before, rows, stages },
    counts,
    changes,
  ) => `${before}select ${columns.join(', ')},
      ${first(counts)} as counts, ${first(stages)} as stages, ${first(changes)} as changes
    from ${rows} ${joins} order by place`
  const isSingle = !hasKeptTotals && !isIndexedOrder(request.order)
  const window = isSingle
    ? singleWindowOf(request, source, foundSql(request, source, params))
    : windowOf(request, source, params, hasKeptTotals ? 'null' : stagesSql(request, params))
  const counting = hasKeptTotals ? null : countingOf(request, source, write)
  return {
    text: write(window, countsSql(request, hasKeptTotals), counting?.changes ?? 'null'),
    values: params.values,
    hasKeptTotals,
    counting,
  }
}
