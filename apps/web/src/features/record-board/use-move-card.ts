import { useCallback } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { Board } from '@steward/contracts/board'
import type { Level } from '@steward/contracts/level'
import { boardQuery, type BoardView } from './board.calls.ts'
import { errorText } from '../../api/error-text.ts'
import type { LevelField } from '../../entities/field/index.ts'
import { boardsKey, recordId, recordListsKey } from '../../entities/record/index.ts'
import { useDone } from '../../entities/change-set/index.ts'
import {
  type FieldSave,
  useFieldSaver,
  type ValueLookups,
  valueOf,
  withValue,
} from '../../entities/value/index.ts'
import { toast } from '../../ui/toast.tsx'
import { columnOf, findCard, withMoved, withRecord, type ColumnKey } from './board-model.ts'

type MoveOptions = {
  level: Level
  view: BoardView
  group: LevelField
  lookups: ValueLookups
  announce: (text: string) => void
  /** A card that could not be moved is back in its column. */
  onSprungBack: (id: number) => void
}

/**
 * Moves a card to another column and gives the board after it: shown at once, undone by the message,
 * put back when it is refused.
 */
export function useMoveCard({ level, view, group, lookups, announce, onSprungBack }: MoveOptions) {
  const client = useQueryClient()
  const done = useDone()
  const { queryKey } = boardQuery(client, level, view)

  const change = useCallback(
    (how: (board: Board) => Board) => client.setQueryData<Board>(queryKey, (board) => board && how(board)),
    [client, queryKey],
  )

  function labelOf(key: ColumnKey): string {
    const board = client.getQueryData<Board>(queryKey)
    return (board && columnOf(board, key)?.label) ?? ''
  }

  function putBack({ record }: FieldSave, why: string) {
    const id = recordId(level, record)
    const { name } = record.globalFields
    change((board) => withMoved(board, level, record, valueOf(record, group) as ColumnKey, view))
    onSprungBack(id)
    announce(`${name} was moved back to ${labelOf(valueOf(record, group) as ColumnKey)}. ${why}`)
    // What came in between may have moved it further.
    void client.invalidateQueries({ queryKey: boardsKey(level) })
  }

  const save = useFieldSaver(level, {
    lookups,
    onSaved(sent, { data, changeSetId }) {
      change((board) => withRecord(board, level, data))
      void client.invalidateQueries({ queryKey: recordListsKey(level), refetchType: 'none' })
      const label = labelOf(sent.value as ColumnKey)
      done(`${data.globalFields.name} moved to ${label}`, changeSetId, `move-${recordId(level, data)}`)
    },
    onConflict(sent, theirs) {
      const { name } = theirs.globalFields
      const why = `Another user changed ${group.displayName.toLowerCase()} of ${name} in the meantime.`
      putBack({ ...sent, record: theirs }, why)
      toast.error(why, { subject: `move-${recordId(level, theirs)}` })
    },
    onRefused(sent, error) {
      const why = errorText(error)
      putBack(sent, why)
      toast.error(`${sent.record.globalFields.name} was not moved. ${why}`, {
        subject: `move-${recordId(level, sent.record)}`,
      })
    },
  })

  return useCallback(
    (id: number, to: ColumnKey): Board | undefined => {
      const board = client.getQueryData<Board>(queryKey)
      const found = board && findCard(board, level, id)
      if (!found || found.column.key === to) return undefined
      // An answer that is on its way knows nothing of the move.
      void client.cancelQueries({ queryKey })
      const moved = withValue(found.record, group, to, lookups)
      const after = change((held) => withMoved(held, level, moved, to, view))
      const label = columnOf(board, to)?.label ?? ''
      announce(`${moved.globalFields.name} moved to ${label}.`)
      save({ record: found.record, field: group, value: to })
      return after
    },
    [client, queryKey, level, group, lookups, view, change, announce, save],
  )
}
