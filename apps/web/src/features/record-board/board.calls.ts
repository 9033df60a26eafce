import type { QueryClient } from '@tanstack/react-query'
import { queryOptions } from '@tanstack/react-query'
import type { Condition, Rule } from '@steward/conditions'
import { boardPageSize, type Board, type BoardColumn } from '@steward/contracts/board'
import type { Level } from '@steward/contracts/level'
import type { RecordList } from '@steward/contracts/record'
import { api, send } from '../../api/client.ts'
import { boardsKey, orderText, pathsOf, type RecordOrder, selectionOf } from '../../entities/record/index.ts'

/** What a board asks for. */
export interface BoardView {
  filter: Rule
  sort: RecordOrder
  query: string
  myEntitiesOnly: boolean
  /** Custom fields to send, by API name. */
  columns: readonly string[]
  /** The field whose values are the columns. */
  groupBy: string
  /** The field that is added up in each column; undefined for none. */
  sum: string | undefined
}

/** The condition that holds for the records of one column. */
function columnCondition(groupBy: string, key: number | null): Condition {
  return key === null
    ? { field: groupBy, operator: 'notSet' }
    : { field: groupBy, operator: 'isSetTo', value: [key] }
}

function queryOf({ sort, columns, ...view }: BoardView) {
  return {
    sort: orderText(sort),
    ...selectionOf(view),
    columns: columns.join(','),
    pageSize: boardPageSize,
  }
}

type Pages = {
  /** Counted from 1. */
  page: number
  /** With all pages before it. */
  preserveList?: boolean
  signal?: AbortSignal
}

/** Further cards of a column. */
export function listColumn(
  level: Level,
  view: BoardView,
  key: number | null,
  { page, preserveList, signal }: Pages,
): Promise<RecordList> {
  const filter: Rule = { and: [view.filter, columnCondition(view.groupBy, key)] }
  const query = {
    ...queryOf({ ...view, filter }),
    format: 'board' as const,
    page,
    ...(preserveList ? { preserveList } : {}),
  }
  return send(api.GET(pathsOf(level).list, { params: { query }, signal }))
}

/** How many pages of a column are there. */
const pagesOf = ({ records }: Pick<BoardColumn, 'records'>) => Math.ceil(records.length / boardPageSize)

async function readBoard(
  level: Level,
  view: BoardView,
  held: Board | undefined,
  signal: AbortSignal,
): Promise<Board> {
  const { groupBy, sum } = view
  const query = { ...queryOf(view), groupBy, ...(sum ? { sum } : {}) }
  const pages = new Map(held?.columns.map((column) => [column.key, pagesOf(column)]))
  const [{ data: board }, ...deeper] = await Promise.all([
    send(api.GET(pathsOf(level).board, { params: { query }, signal })),
    ...[...pages]
      .filter(([, page]) => page > 1)
      .map(async ([key, page]) => ({
        key,
        list: await listColumn(level, view, key, { page, preserveList: true, signal }),
      })),
  ])
  const merged = new Map(deeper.map(({ key, list }) => [key, list.data]))
  return {
    ...board,
    columns: board.columns.map((column) => ({
      ...column,
      records: merged.get(column.key) ?? column.records,
    })),
  }
}

/**
 * All columns of a board with their first cards. Read again, it has of each column every page up to the
 * one that was reached.
 */
export function boardQuery(client: QueryClient, level: Level, view: BoardView) {
  const queryKey = [...boardsKey(level), view] as const
  return queryOptions({
    queryKey,
    queryFn: ({ signal }) => readBoard(level, view, client.getQueryData<Board>(queryKey), signal),
  })
}
