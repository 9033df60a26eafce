import { lazy, Suspense, type ComponentProps } from 'react'
import type { Icon } from '@tabler/icons-react'
import { IconCalendarEvent } from '@tabler/icons-react'
import type { ActivityIcon as IconName } from '@steward/contracts/activity-icon'

const LazyDrawing = lazy(async () => {
  const { activityIconDrawings } = await import('./activity-icon-drawings.ts')
  const drawings: Readonly<Record<string, Icon>> = activityIconDrawings
  return {
    default({ name, ...rest }: { name: string } & ComponentProps<Icon>) {
      const Drawing = drawings[name] ?? IconCalendarEvent
      return <Drawing {...rest} />
    },
  }
})

/** The icon of an activity type; a calendar until it is there, and for a name that is none. */
export function ActivityIcon({ name, size = 16 }: { name: IconName | (string & {}); size?: number }) {
  return (
    <Suspense fallback={<IconCalendarEvent size={size} aria-hidden />}>
      <LazyDrawing name={name} size={size} aria-hidden />
    </Suspense>
  )
}
