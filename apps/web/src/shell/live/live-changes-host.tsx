import { useEffect } from 'react'
import { useAppParts } from '../../feature.ts'

/** Long enough for the first page to be there. Milliseconds. */
const startAfter = 500

/** Follows what others change, once the first page is shown. */
export function LiveChangesHost({ who }: { who: string }) {
  const parts = useAppParts()
  useEffect(() => {
    const stop = new AbortController()
    const start = async () => {
      const { showLiveChanges } = await import('./live-changes.ts')
      if (!stop.signal.aborted) await showLiveChanges(who, parts, stop.signal)
    }
    const timer = setTimeout(() => void start(), startAfter)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [who, parts])
  return null
}
