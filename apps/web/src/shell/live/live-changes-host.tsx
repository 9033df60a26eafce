import { useEffect } from 'react'
import { useAppParts } from '../../feature.ts'

/** Long enough for the first page to be there. Milliseconds. */
const startAfter = 500
/** The first page is asked for so long before the shell around it is there, at most. Milliseconds. */
const askedBefore = 5000

/** Follows what others change, once the first page is shown. */
export function LiveChangesHost({ who }: { who: string }) {
  const parts = useAppParts()
  useEffect(() => {
    const stop = new AbortController()
    const shownSince = Math.max(0, performance.now() - askedBefore)
    const start = async () => {
      const { showLiveChanges } = await import('./live-changes.ts')
      if (!stop.signal.aborted) await showLiveChanges(who, parts, stop.signal, shownSince)
    }
    const timer = setTimeout(() => void start(), startAfter)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [who, parts])
  return null
}
