import { useCallback } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { Segment } from '@steward/contracts/segment'
import { isSessionExpired } from '../../api/api-error.ts'
import { errorText } from '../../api/error-text.ts'
import { showPin } from './segment-cache.ts'
import { pinSegment } from './segment.calls.ts'
import { toast } from '../../ui/toast.tsx'

type Pinned = Pick<Segment, 'segmentId' | 'isPinned'>

/** Turns the user's pin of a segment around: at once on the screen, and back where it is refused. */
export function useTogglePin(): (segment: Pinned) => Promise<void> {
  const client = useQueryClient()
  return useCallback(
    async ({ segmentId, isPinned }: Pinned) => {
      const shown = await showPin(client, segmentId, !isPinned)
      try {
        await pinSegment(segmentId, isPinned ? 'unpin' : 'pin')
      } catch (error) {
        shown.undo()
        if (!isSessionExpired(error)) toast.error(errorText(error), { subject: `segment-${segmentId}` })
      }
    },
    [client],
  )
}
