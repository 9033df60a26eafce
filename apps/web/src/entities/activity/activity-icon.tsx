import { Suspense } from 'react'
import { IconCalendarEvent } from '@tabler/icons-react'
import type { ActivityIcon as IconName } from '@steward/contracts/plain/activity-icon'
import { lazyPart } from '../../ui/lazy-part.tsx'

const LazyDrawing = lazyPart(() => import('./activity-drawing.tsx'), 'ActivityDrawing')

/** The icon of an activity type; a calendar until it is there, and for a name that is none. */
export function ActivityIcon({ name, size = 16 }: { name: IconName | (string & {}); size?: number }) {
  return (
    <Suspense fallback={<IconCalendarEvent size={size} aria-hidden />}>
      <LazyDrawing name={name} size={size} aria-hidden />
    </Suspense>
  )
}
