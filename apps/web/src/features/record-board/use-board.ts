import { useEffect, useMemo } from 'react'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { usualGroup, type Board } from '@steward/contracts/board'
import type { Level } from '@steward/contracts/level'
import type { LevelField } from '../../entities/field/index.ts'
import { boardQuery, type BoardView } from './board.calls.ts'
import { type ListSearch, useMine } from '../../entities/record-view/index.ts'
import { learnNames } from '../../entities/value/index.ts'
import { groupFields, sumFields } from './board-model.ts'
import type { BoardSettings } from './board-settings.ts'
import { cardFieldsOf, type CardFields } from './cards/card-fields.ts'

export interface BoardChoice {
  groups: readonly LevelField[]
  sums: readonly LevelField[]
  group: LevelField
  sum: LevelField | undefined
  card: CardFields
}

type Asked = { group: string | undefined; sum: string | undefined }

/** By what the board is grouped and added up: as the address says, else as the user has it, else as usual. */
export function useBoardChoice(
  level: Level,
  fields: readonly LevelField[],
  asked: Asked,
  settings: BoardSettings,
): BoardChoice {
  const { group: ownGroup, sum: ownSum } = settings
  const { group: askedGroup, sum: askedSum } = asked
  return useMemo(() => {
    const groups = groupFields(level, fields)
    const sums = sumFields(fields)
    const named = (list: LevelField[], name: string | undefined) => list.find((field) => field.name === name)
    const group =
      named(groups, askedGroup) ??
      named(groups, ownGroup) ??
      named(groups, usualGroup(level.id)) ??
      groups[0]!
    const wanted = askedSum ?? ownSum
    const usualSum = sums.find(({ dataType }) => dataType === 'currency')
    const sum = wanted === undefined ? usualSum : named(sums, wanted)
    return { groups, sums, group, sum, card: cardFieldsOf(fields, group, sum) }
  }, [level, fields, askedGroup, askedSum, ownGroup, ownSum])
}

export interface ShownBoard {
  view: BoardView
  board: Board | undefined
  /** What is shown belongs to the view before; the new one is on its way. */
  stale: boolean
  error: Error | null
  retry: () => void
  mine: boolean
  mineLocked: boolean
}

/** The board that address and settings ask for. */
export function useBoard(
  level: Level,
  { filter, sort, query, mine: asked }: ListSearch,
  { group, sum, card }: BoardChoice,
): ShownBoard {
  const client = useQueryClient()
  const { mine, mineLocked } = useMine(level, asked)
  const view = useMemo(
    (): BoardView => ({
      filter,
      sort,
      query,
      myEntitiesOnly: mine,
      columns: card.sent,
      groupBy: group.name,
      sum: sum?.name,
    }),
    [filter, sort, query, mine, card, group, sum],
  )
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...boardQuery(client, level, view),
    placeholderData: keepPreviousData,
  })
  // Columns of another field are of no use while these are loaded.
  const board = data?.groupBy === group.name ? data : undefined
  useEffect(() => {
    for (const { records } of board?.columns ?? []) for (const record of records) learnNames(record)
  }, [board])
  return {
    view,
    board,
    stale: isPlaceholderData,
    error,
    retry: () => void refetch(),
    mine,
    mineLocked,
  }
}
