import { useEffect, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { IconRefresh } from '@tabler/icons-react'
import type { Level } from '@steward/contracts/level'
import { refreshRecords } from '../record-cache.ts'
import { numberText } from '../../../ui/reader.ts'
import { hearChanges } from './live-changes.ts'

interface Updates {
  ids: ReadonlySet<number>
  /** Changes whose records are too many to name. */
  unnamed: number
}

const none: Updates = { ids: new Set(), unnamed: 0 }

/** How many records others changed that the open screen does not show as they are now. */
function useUpdates(level: Level): { count: number; clear: () => void } {
  const [updates, setUpdates] = useState(none)
  useEffect(
    () =>
      hearChanges(({ level: changed, records }) => {
        if (changed !== level.id) return
        setUpdates((before) =>
          records === null
            ? { ...before, unnamed: before.unnamed + 1 }
            : { ...before, ids: new Set([...before.ids, ...records]) },
        )
      }),
    [level],
  )
  return { count: updates.ids.size + updates.unnamed, clear: () => setUpdates(none) }
}

/** Offers to read a list or board again that others made old; by itself nothing moves under the pointer. */
export function LiveUpdates({ level }: { level: Level }) {
  const client = useQueryClient()
  const { count, clear } = useUpdates(level)
  return (
    <div
      role="status"
      data-print="off"
      className="pointer-events-none absolute inset-x-0 top-2 z-20 flex justify-center"
    >
      {count > 0 && (
        <button
          type="button"
          className="pointer-events-auto flex h-7 items-center gap-1.5 rounded-full border border-line bg-raised px-3 text-label font-medium shadow-float hover:bg-hover"
          onClick={() => {
            clear()
            void refreshRecords(client, level)
          }}
        >
          <IconRefresh size={14} aria-hidden />
          <span className="tabular">
            {numberText(count)} {count === 1 ? 'update' : 'updates'}
          </span>
          <span aria-hidden>·</span>
          <span className="text-accent-text">Refresh</span>
        </button>
      )}
    </div>
  )
}
