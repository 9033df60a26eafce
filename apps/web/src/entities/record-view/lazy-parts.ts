import { lazyPart } from '../../ui/lazy-part.tsx'

/** Most lists have rows: what is in their place is asked for where there are none. */
export const LazyListEmpty = lazyPart(() => import('./list-empty.tsx'), 'ListEmpty')

export const LazyPeekPanel = lazyPart(() => import('./peek-panel.tsx'), 'PeekPanel')
