import type { Rule } from '@steward/conditions'
import type { Board, BoardColumn } from '@steward/contracts/board'
import type { Level } from '@steward/contracts/level'
import type { RecordBody, RecordList } from '@steward/contracts/record'
import type { LevelField } from '../../entities/field/index.ts'
import { recordId, type RecordOrder } from '../../entities/record/index.ts'
import { idsOf, withIds } from '../../entities/rule/index.ts'

export type ColumnKey = number | null

const sumTypes = new Set(['currency', 'number', 'percentage', 'mandatoryNumber'])

/** Fields whose values can be the columns of a board. */
export function groupFields(level: Level, fields: readonly LevelField[]): LevelField[] {
  const built = level.id === 4 ? 'system:pipelineStatus' : 'system:lifecycleStageId'
  return fields.filter(({ name, dataType }) => name === built || dataType === 'singlePicklist')
}

/** Fields that can be added up. */
export function sumFields(fields: readonly LevelField[]): LevelField[] {
  return fields.filter(({ custom, dataType }) => custom && sumTypes.has(dataType))
}

/** Whether a filter shuts out a column: it asks for other values of the same field. */
export function isShutOut(filter: Rule, groupBy: string, key: ColumnKey): boolean {
  const asked = idsOf(filter, groupBy)
  return asked.length > 0 && (key === null || !asked.includes(key))
}

/** The filter that lets a column in again; the records without a value come only with all others. */
export function lettingIn(filter: Rule, groupBy: string, key: ColumnKey): Rule {
  const asked = idsOf(filter, groupBy)
  return withIds(filter, groupBy, key === null ? [] : [...asked, key])
}

export function columnOf(board: Board, key: ColumnKey): BoardColumn | undefined {
  return board.columns.find((column) => column.key === key)
}

/** Where a record is on the board. */
export function findCard(
  board: Board,
  level: Level,
  id: number,
): { column: BoardColumn; index: number; record: RecordBody } | undefined {
  for (const column of board.columns) {
    const index = column.records.findIndex((record) => recordId(level, record) === id)
    if (index !== -1) return { column, index, record: column.records[index]! }
  }
  return undefined
}

/** The amount that a record adds to the sum of its column. */
function amountOf(record: RecordBody, sum: string | null): number {
  const value = sum === null ? undefined : record.customFields[sum]
  if (typeof value === 'number') return value
  const money = value as { value?: unknown } | null | undefined
  return typeof money?.value === 'number' ? money.value : 0
}

const foldedName = (record: RecordBody) => record.globalFields.name.toLowerCase()

/** As lists are ordered by name: archived last, churned before them. */
function comesBefore(one: RecordBody, other: RecordBody, down: boolean): boolean {
  const ranks = [one, other].map(({ globalFields: { entityArchived, churned } }) =>
    entityArchived ? 2 : churned ? 1 : 0,
  ) as [number, number]
  if (ranks[0] !== ranks[1]) return ranks[0] < ranks[1] !== down
  return foldedName(one) < foldedName(other) !== down
}

/** Where a card that comes in belongs: by its name, or first where another order is asked for. */
export function placeOf(records: readonly RecordBody[], record: RecordBody, order: RecordOrder): number {
  const [sort] = order
  if (sort?.column !== 'name') return 0
  const place = records.findIndex((other) => comesBefore(record, other, sort.direction === 'DESC'))
  return place === -1 ? records.length : place
}

/** The cards of all columns, with those that were moved to where the filter shuts them out. */
export function cardCount({ columns }: Board): number {
  return columns.reduce((sum, { count }) => sum + count, 0)
}

/** A column with `by` more records that are worth `amount` each. */
function counted(column: BoardColumn, by: 1 | -1, amount: number): BoardColumn {
  const sum = column.sum === null ? null : column.sum + by * amount
  return { ...column, count: column.count + by, sum }
}

/** The board after a card went from its column to another one, as `moved` there; one that is shut out no longer matches. */
export function withMoved(
  board: Board,
  level: Level,
  moved: RecordBody,
  to: ColumnKey,
  { filter, sort }: { filter: Rule; sort: RecordOrder },
): Board {
  const id = recordId(level, moved)
  const found = findCard(board, level, id)
  if (!found || found.column.key === to) return board
  const amount = amountOf(moved, board.sum)
  const columns = board.columns.map((column) => {
    if (column === found.column) {
      return { ...counted(column, -1, amount), records: column.records.toSpliced(found.index, 1) }
    }
    if (column.key !== to) return column
    const place = placeOf(column.records, moved, sort)
    return { ...counted(column, 1, amount), records: column.records.toSpliced(place, 0, moved) }
  })
  const matching = (key: ColumnKey) => (isShutOut(filter, board.groupBy, key) ? 0 : 1)
  const totalItemCount = board.totalItemCount + matching(to) - matching(found.column.key)
  return { ...board, columns, totalItemCount }
}

/** The board with a record as it is now, wherever it lies. */
export function withRecord(board: Board, level: Level, record: RecordBody): Board {
  const found = findCard(board, level, recordId(level, record))
  if (!found) return board
  const columns = board.columns.map((column) =>
    column === found.column ? { ...column, records: column.records.with(found.index, record) } : column,
  )
  return { ...board, columns }
}

/** A column with the records of a further page, each once. Its count and its sum stay those of one moment. */
export function withPage(board: Board, level: Level, key: ColumnKey, data: readonly RecordBody[]): Board {
  const known = new Set(
    board.columns.flatMap(({ records }) => records.map((record) => recordId(level, record))),
  )
  const fresh = data.filter((record) => !known.has(recordId(level, record)))
  const columns = board.columns.map((column) =>
    column.key === key ? { ...column, records: [...column.records, ...fresh] } : column,
  )
  return { ...board, columns }
}

/**
 * Whether a further page of a column tells that the board is to be read again: it counts other cards than the column
 * did before and after it came, or brought none of those that are awaited, as cards that came in before them push the
 * held ones into it.
 */
export function isOutdated(
  before: BoardColumn,
  after: BoardColumn,
  { totalItemCount }: Pick<RecordList, 'totalItemCount'>,
): boolean {
  // A card that was moved meanwhile is counted already, or not yet.
  if (totalItemCount !== before.count && totalItemCount !== after.count) return true
  return after.records.length === before.records.length && after.count > before.records.length
}
