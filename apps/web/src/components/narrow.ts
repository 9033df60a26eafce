import { useCallback, useSyncExternalStore } from 'react'

/** A question about the window, asked when it is first needed: what imports this may run without one. */
function windowQuery(query: string): () => MediaQueryList {
  let list: MediaQueryList | undefined
  return () => (list ??= window.matchMedia(query))
}

/** Below 768 px there is no room for a sidebar or a grid; paper is never taken for a phone. */
export const narrowWindow = windowQuery('screen and (max-width: 47.99rem)')

/** From 1024 px on there is room beside the content; on paper all of it comes one after the other. */
const wideWindow = windowQuery('print, (min-width: 64rem)')

function useMatch(list: MediaQueryList): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    [list],
  )
  return useSyncExternalStore(subscribe, () => list.matches)
}

/** Whether the window is a phone's: lists are cards there. */
export function useNarrow(): boolean {
  return useMatch(narrowWindow())
}

/** Whether something may be beside the content of a page. */
export function useWide(): boolean {
  return useMatch(wideWindow())
}
