import { usualGroup, type Board, type BoardQuery } from '@steward/contracts/board'
import { levelOf, type LevelId } from '@steward/contracts/level'
import { listQuerySchema } from '@steward/contracts/record'
import type { Actor } from '../../platform/actor.ts'
import { invalid } from '../../platform/errors.ts'
import { JsonText } from '../../platform/json-text.ts'
import type { Platform } from '../../platform/platform.ts'
import { rateDay, seen } from '../currency/index.ts'
import type { Catalogue, CatalogueField } from '../field/index.ts'
import { keptCountsSql, type Count } from '../record/index.ts'
import {
  createCountMemory,
  createParams,
  hasKeptTotals,
  matchingCounts,
  recordWriting,
  type ListRequest,
  type PreparedList,
  type RecordLists,
} from '../record-list/index.ts'
import { readBoardCounts, readCards, readTotals } from './board.read-model.ts'
import {
  columnTotals,
  isCountedBy,
  isGroupable,
  isSummable,
  planColumns,
  sumOf,
  totalsOfCounts,
  type ColumnKey,
  type ColumnTotal,
} from './board.rules.ts'
import { cardsSql, totalsStatement, type TotalsStatement } from './board.statement.ts'

/** A column below one in so many of what matches is found by its value. */
const smallShare = 50

function groupField(catalogue: Catalogue, level: LevelId, name: string): CatalogueField {
  const field = catalogue.find(name)
  if (field && isGroupable(field)) return field
  const message = field
    ? `${field.displayName} cannot be the columns of a board. Choose the stage, the status or a picklist of one option.`
    : `There is no field "${name.slice(0, 60)}" at the level ${levelOf(level).name}.`
  throw invalid('board.group', { groupBy: message })
}

function sumField(catalogue: Catalogue, name: string | undefined): CatalogueField | undefined {
  if (!name) return undefined
  const field = catalogue.find(name)
  if (field && isSummable(field)) return field
  throw invalid('board.sum', {
    sum: field
      ? `${field.displayName} cannot be added up. Choose a custom field of numbers or money.`
      : `There is no field "${name.slice(0, 60)}" to add up.`,
  })
}

const total = (counts: readonly { n: number }[]) => counts.reduce((sum, { n }) => sum + n, 0)

/** What the kept counts report the columns; undefined where they cannot. */
function keptTotals(
  request: ListRequest,
  group: CatalogueField,
  counts: readonly Count[],
): ColumnTotal[] | undefined {
  const { level, query, rule, today } = request
  const matching = matchingCounts(rule, counts, today).filter(
    ({ pipelineType }) => level !== 4 || !query.pipelineType || pipelineType === query.pipelineType,
  )
  return totalsOfCounts(group, matching)
}

/** The records of a level in columns. */
export function createBoardService(platform: Platform, { lists }: { lists: RecordLists }) {
  const dbOf = ({ actor }: ListRequest) => platform.database.tenant(actor.tenantId)

  const memory = createCountMemory<ColumnTotal[]>()

  /** The totals of columns, recalculated where the values were written since they last were. */
  async function totalsOf(
    request: ListRequest,
    { text, values, changes: isCounted }: TotalsStatement,
    changes: number | null,
  ): Promise<ColumnTotal[]> {
    const known = isCounted && changes !== null ? memory.recall(text, changes) : undefined
    if (known) return known
    const rows = await readTotals(dbOf(request), text, values)
    const totals = columnTotals(rows)
    const counted = rows[0]?.changes
    if (isCounted && typeof counted === 'number') memory.note(text, counted, totals)
    return totals
  }

  /** The first records of the columns that have any, as JSON. */
  async function cards(
    { request, context }: PreparedList,
    group: CatalogueField,
    totals: readonly ColumnTotal[],
  ): Promise<Map<ColumnKey, string>> {
    const held = totals.filter(({ n }) => n > 0)
    if (held.length === 0) return new Map()
    const all = total(totals)
    const columns = held.map(({ key, n }) => ({
      key,
      isSmall: group.fieldId !== null && n * smallShare < all,
    }))
    const params = createParams()
    const writing = recordWriting(request, context)
    const text = cardsSql(request, writing, group, columns, params)
    const rows = await readCards(dbOf(request), text, params.values)
    const texts = columns.map((): string[] => [])
    for (const row of rows) texts[Number(row.at(-1))]?.push(writing.write(row))
    return new Map(columns.map(({ key }, place) => [key, texts[place]?.join(',') ?? '']))
  }

  return {
    /**
     * All columns with exact counts, sums and their first records. Throws `invalid_input` for a field
     * that cannot be grouped by or added up, and for a filter that cannot be read.
     */
    async read(actor: Actor, level: LevelId, asked: BoardQuery): Promise<JsonText<{ data: Board }>> {
      const { groupBy, sum: sumName, ...rest } = asked
      const query = { ...listQuerySchema.parse({}), ...rest, format: 'board' as const }
      const prepared = await lists.prepare(actor, level, query)
      const { request, context } = prepared
      const catalogue = context.catalogueOf(level)
      const group = groupField(catalogue, level, groupBy || usualGroup(level))
      const sum = sumField(catalogue, sumName)
      const isKept = hasKeptTotals(request) && isCountedBy(group)
      const statement = totalsStatement(request, group, { sum, counts: !isKept })
      const { counts, changes } = await readBoardCounts(
        dbOf(request),
        keptCountsSql(actor.tenantId, level),
        statement.changes,
      )
      const kept = isKept ? keptTotals(request, group, counts) : undefined
      const known = kept ?? (await totalsOf(request, statement, changes))
      const [records, summed, totalEntityCount] = await Promise.all([
        cards(prepared, group, known),
        kept && sum ? totalsOf(request, statement, changes) : known,
        lists.countSeen(request, counts),
      ])
      lists.requestIndexes(request, total(counts), sum ? [sum] : [])
      const totals = new Map(known.map((column) => [column.key, column]))
      const sums = new Map(summed.map((column) => [column.key, column]))
      const { reckoning } = request
      const look = {
        display: reckoning.display,
        seen: (amount: number) => seen(amount, reckoning),
        rateDay: (currency: number) => rateDay(reckoning, currency),
      }
      const columns = planColumns(group, context.stages.byLevel(level), totals).map((column) => {
        const head = {
          ...column,
          count: totals.get(column.key)?.n ?? 0,
          ...sumOf(sum, sums.get(column.key), look),
        }
        return `${JSON.stringify(head).slice(0, -1)},"records":[${records.get(column.key) ?? ''}]}`
      })
      const head: Omit<Board, 'columns'> = {
        groupBy: group.name,
        sum: sum?.name ?? null,
        totalItemCount: total(known),
        totalEntityCount,
        brokenConditions: request.rule.broken,
      }
      return new JsonText(`{"data":${JSON.stringify(head).slice(0, -1)},"columns":[${columns.join(',')}]}}`)
    },
  }
}

export type BoardService = ReturnType<typeof createBoardService>
