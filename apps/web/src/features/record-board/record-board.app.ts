import type { AppParts } from '../../feature.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'

export const recordBoardApp: AppParts = {
  segmentViews: [
    { mode: 'board', Body: lazyPart(() => import('./segment-board.page.tsx'), 'SegmentBoardPage') },
  ],
}
