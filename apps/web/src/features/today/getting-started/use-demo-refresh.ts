import { useEffect, useRef } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { DemoState } from '@steward/contracts/plain/getting-started'

export const isBusyDemo = (state: DemoState): boolean => state === 'loading' || state === 'removing'

/** Reads everything again once the sample customers came or went, since pinned segments, counts and lists did with them. */
export function useDemoRefresh(state: DemoState): void {
  const client = useQueryClient()
  const isBusy = isBusyDemo(state)
  const wasBusy = useRef(isBusy)
  useEffect(() => {
    if (wasBusy.current && !isBusy) void client.invalidateQueries()
    wasBusy.current = isBusy
  }, [isBusy, client])
}
