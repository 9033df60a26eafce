import { isOwnChange } from '../../api/own-changes.ts'
import { queryClient } from '../../api/query-client.ts'
import type { AppParts } from '../../feature.ts'
import { followInOneTab } from './one-stream.ts'

/**
 * Shows what others change while `who` is signed in, until the signal says stop. `shownSince` is when what is shown
 * was first read, by `performance.now()`.
 */
export async function showLiveChanges(
  who: string,
  parts: readonly AppParts[],
  signal: AbortSignal,
  shownSince: number,
): Promise<void> {
  const handlers = await Promise.all(parts.flatMap(({ live }) => (live ? [live()] : [])))
  if (signal.aborted) return
  followInOneTab(
    who,
    {
      async changed(notice) {
        if (await isOwnChange(notice.changeSetId)) return
        // What cannot be read now is read when it is asked for next.
        for (const { changed } of handlers) changed?.(queryClient, notice).catch(() => undefined)
      },
      notified() {
        for (const { notified } of handlers) notified?.(queryClient)
      },
      reset() {
        for (const { reset } of handlers) reset(queryClient)
      },
    },
    signal,
    shownSince,
  )
}
