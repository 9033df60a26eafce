import { useSyncExternalStore } from 'react'

function everyQuarterSecond(beat: () => void): () => void {
  const timer = window.setInterval(beat, 250)
  return () => window.clearInterval(timer)
}

/** Whole seconds until an instant by this machine's clock, counting down to 0. */
export function useCountdown(until: number): number {
  return useSyncExternalStore(everyQuarterSecond, () => Math.max(0, Math.ceil((until - Date.now()) / 1000)))
}
