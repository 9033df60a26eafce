import { Suspense, useEffect, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { Level } from '@steward/contracts/level'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { refreshRecords } from '../record-cache.ts'
import { hearChanges } from './live-changes.ts'

const UpdatesButton = lazyPart(() => import('./updates-button.tsx'), 'UpdatesButton')

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

/**
 * Offers to read a list or board again that others made old; by itself nothing moves under the pointer. It loads with
 * its screen, so that no change is missed; only the button loads when it is first needed.
 */
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
        <Suspense>
          <UpdatesButton
            count={count}
            onRefresh={() => {
              clear()
              void refreshRecords(client, level)
            }}
          />
        </Suspense>
      )}
    </div>
  )
}
