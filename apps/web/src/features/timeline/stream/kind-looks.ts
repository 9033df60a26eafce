import {
  IconActivityHeartbeat,
  IconCalendarEvent,
  IconFile,
  IconHistory,
  IconMail,
  IconMessageQuestion,
  IconNote,
  type Icon,
} from '@tabler/icons-react'
import type { ItemKind } from '@steward/contracts/timeline'

/** How a kind of item is called and drawn. */
export const kindLooks: Readonly<Record<ItemKind, { label: string; plural: string; icon: Icon }>> = {
  note: { label: 'Note', plural: 'Notes', icon: IconNote },
  activity: { label: 'Activity', plural: 'Activities', icon: IconCalendarEvent },
  pulse: { label: 'Pulse', plural: 'Pulses', icon: IconActivityHeartbeat },
  file: { label: 'File', plural: 'Files', icon: IconFile },
  email: { label: 'Email', plural: 'Emails', icon: IconMail },
  change: { label: 'Change', plural: 'Changes', icon: IconHistory },
  survey: { label: 'Survey response', plural: 'Survey responses', icon: IconMessageQuestion },
}
