import { lazyPart } from '../../../ui/lazy-part.tsx'

/** What others changed is met after the first rows, so that it loads after them. */
export const LazyLiveUpdates = lazyPart(() => import('./live-updates.tsx'), 'LiveUpdates')
