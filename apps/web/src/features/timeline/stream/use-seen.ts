import { useCallback, useRef } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { refreshOverviews } from '../../../entities/overview/index.ts'
import { markSeen } from '../timeline.calls.ts'

/** Tells the server once of each item that concerned the reader and was looked at; its mark stays until they leave. */
export function useSeen(): (itemIds: readonly number[]) => void {
  const client = useQueryClient()
  const told = useRef(new Set<number>())
  return useCallback(
    (itemIds) => {
      const fresh = itemIds.filter((itemId) => !told.current.has(itemId))
      if (fresh.length === 0) return
      for (const itemId of fresh) told.current.add(itemId)
      markSeen(fresh).then(
        () => void refreshOverviews(client),
        // They are notified again when they are seen again.
        () => {
          for (const itemId of fresh) told.current.delete(itemId)
        },
      )
    },
    [client],
  )
}
