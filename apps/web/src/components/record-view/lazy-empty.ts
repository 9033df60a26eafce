import { lazy } from 'react'

/** Most lists have rows: what stands in their place is asked for where there are none. */
export const LazyListEmpty = lazy(() =>
  import('./list-empty.tsx').then((file) => ({ default: file.ListEmpty })),
)
