import type { ChangeNotice } from '@steward/contracts/change-feed'
import { followChanges, type ChangeListener, type Position } from './change-stream.calls.ts'

type Passed = { notice: ChangeNotice } | { notified: true } | { reset: true }

/** While the page is seen: where tabs cannot agree, each needs a connection, and a browser has six. */
function followWhileVisible(listener: ChangeListener, signal: AbortSignal, position: Position): void {
  let seen: AbortController | undefined
  const turn = () => {
    seen?.abort()
    seen = undefined
    if (document.visibilityState !== 'visible' || signal.aborted) return
    seen = new AbortController()
    void followChanges(listener, AbortSignal.any([signal, seen.signal]), position)
  }
  document.addEventListener('visibilitychange', turn, { signal })
  signal.addEventListener('abort', turn)
  turn()
}

/**
 * Follows the changes in one tab of the browser for all those in which `who` is signed in. `shownSince` is when what
 * this one shows was first read, by `performance.now()`.
 */
export function followInOneTab(
  who: string,
  listener: ChangeListener,
  signal: AbortSignal,
  shownSince: number,
): void {
  const position: Position = { shownSince }
  if (!navigator.locks) return followWhileVisible(listener, signal, position)
  const name = `steward.changes.${who}`
  const channel = new BroadcastChannel(name)
  signal.addEventListener('abort', () => channel.close())
  channel.addEventListener('message', ({ data }: MessageEvent<Passed>) => {
    if ('notice' in data) {
      position.lastId = String(data.notice.changeSetId)
      listener.changed(data.notice)
    } else if ('notified' in data) listener.notified()
    else listener.reset()
  })
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel reaches only its own origin, and postMessage takes no target
  const pass = (message: Passed) => channel.postMessage(message)
  const told: ChangeListener = {
    changed(notice) {
      listener.changed(notice)
      pass({ notice })
    },
    notified() {
      listener.notified()
      pass({ notified: true })
    },
    reset() {
      listener.reset()
      pass({ reset: true })
    },
  }
  navigator.locks
    .request(name, { signal }, () => followChanges(told, signal, position))
    .catch(() => {
      // Called off before it was this tab's turn.
    })
}
