import { isOwnChange } from '../../api/own-changes.ts'
import { queryClient } from '../../api/query-client.ts'
import { applyChange, applyReset } from './apply-change.ts'
import { followInOneTab } from './one-stream.ts'

/** Shows what others change while `who` is signed in, until the signal says stop. */
export function showLiveChanges(who: string, signal: AbortSignal): void {
  followInOneTab(
    who,
    {
      changed(notice) {
        if (isOwnChange(notice.changeSetId)) return
        // What cannot be read now is read when it is asked for next.
        applyChange(queryClient, notice).catch(() => undefined)
      },
      reset: () => applyReset(queryClient),
    },
    signal,
  )
}
