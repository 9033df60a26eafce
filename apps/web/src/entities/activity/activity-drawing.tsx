import type { ComponentProps } from 'react'
import type { Icon } from '@tabler/icons-react'
import { IconCalendarEvent } from '@tabler/icons-react'
import { activityIconDrawings } from './activity-icon-drawings.ts'

const drawings: Readonly<Record<string, Icon>> = activityIconDrawings

/** The drawing of an activity's icon; a calendar for a name that is none. */
export function ActivityDrawing({ name, ...rest }: { name: string } & ComponentProps<Icon>) {
  const Drawing = drawings[name] ?? IconCalendarEvent
  return <Drawing {...rest} />
}
