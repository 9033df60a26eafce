import { useCallback, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { boardPageSize, type Board, type BoardColumn } from '@steward/contracts/board'
import type { Level } from '@steward/contracts/level'
import { isSessionExpired } from '../../../api/api-error.ts'
import { boardQuery, listColumn, type BoardView } from '../board.calls.ts'
import { learnNames } from '../../../entities/value/index.ts'
import { columnOf, isOutdated, withPage } from '../board-model.ts'

export interface ColumnPages {
  hasMore: boolean
  error: unknown
  load: () => void
}

/** The further cards of a column, a page at a time. */
export function useColumnPages(level: Level, view: BoardView, column: BoardColumn): ColumnPages {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const { key, records, count } = column
  const hasMore = records.length < count

  const load = useCallback(async () => {
    if (busy || !hasMore) return
    setBusy(true)
    setError(null)
    try {
      // Cards that came or went meanwhile shift the pages: the one that holds the next card is asked for.
      const page = Math.floor(records.length / boardPageSize) + 1
      const list = await listColumn(level, view, key, { page })
      for (const record of list.data) learnNames(record)
      const { queryKey } = boardQuery(client, level, view)
      const board = client.setQueryData<Board>(
        queryKey,
        (held) => held && withPage(held, level, key, list.data),
      )
      const now = board && columnOf(board, key)
      if (!now || !isOutdated(column, now, list)) return
      // Where the board cannot be read, the error is shown: the same page would be asked for again and again.
      await client.invalidateQueries({ queryKey }, { throwOnError: true })
    } catch (failure) {
      setError(isSessionExpired(failure) ? null : failure)
    } finally {
      setBusy(false)
    }
  }, [busy, hasMore, records.length, client, level, view, key, column])

  return { hasMore, error, load: () => void load() }
}
