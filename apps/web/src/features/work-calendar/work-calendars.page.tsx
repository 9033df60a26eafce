import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { IconTrash } from '@tabler/icons-react'
import { weekdays } from '@steward/contracts/plain/work-calendar'
import type { WorkCalendar } from '@steward/contracts/work-calendar'
import { CreateButton } from '../../components/settings/create-button.tsx'
import { SettingsPage } from '../../components/settings/settings-page.tsx'
import { SettingsRows } from '../../components/settings/settings-rows.tsx'
import { Badge } from '../../ui/badge.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { CalendarDrawer } from './calendar-drawer.tsx'
import { DeleteCalendarDialog } from './delete-calendar-dialog.tsx'
import { calendarsQuery } from './work-calendar.calls.ts'

/** The calendars of working days, and who uses them. */
export function WorkCalendarsPage() {
  const [edited, setEdited] = useState<WorkCalendar | 'new' | null>(null)
  const query = useQuery(calendarsQuery)
  return (
    <SettingsPage
      title="Working days"
      permission="calendar.administer"
      what="calendars of working days"
      count={query.data?.length}
      actions={<CreateButton label="New calendar" onClick={() => setEdited('new')} />}
      overlay={
        edited && (
          <CalendarDrawer calendar={edited === 'new' ? undefined : edited} onClose={() => setEdited(null)} />
        )
      }
    >
      <p className="max-w-160 px-4 pt-4 pb-2 text-body text-2 md:px-6">
        Due dates in business days skip the days off. People use the calendar that you give them, else the one
        for the region of their language, else the default.
      </p>
      <SettingsRows query={query} what="the calendars" skeleton={<Skeleton className="m-6 h-24 w-96" />}>
        {(calendars) => <Calendars calendars={calendars} onEdit={setEdited} />}
      </SettingsRows>
    </SettingsPage>
  )
}

const shortName = (id: number) => weekdays.find((day) => day.id === id)?.name.slice(0, 3)

function summaryOf({ workingDays, holidays, region, userIds }: WorkCalendar): string {
  return [
    workingDays.map(shortName).join(', '),
    `${holidays.length} ${holidays.length === 1 ? 'holiday' : 'holidays'}`,
    ...(region ? [`Region ${region}`] : []),
    ...(userIds.length > 0 ? [`${userIds.length} ${userIds.length === 1 ? 'person' : 'people'}`] : []),
  ].join(' · ')
}

type CalendarsProps = { calendars: readonly WorkCalendar[]; onEdit: (calendar: WorkCalendar) => void }

function Calendars({ calendars, onEdit }: CalendarsProps) {
  const [deleted, setDeleted] = useState<WorkCalendar | null>(null)
  return (
    <>
      <ul aria-label="Calendars" className="flex max-w-220 flex-col border-t border-line">
        {calendars.map((calendar) => (
          <li
            key={calendar.calendarId}
            className="relative flex items-center gap-3 border-b border-line px-4 py-2.5 hover:bg-hover md:px-6"
          >
            <div className="min-w-0 flex-1">
              <button
                type="button"
                onClick={() => onEdit(calendar)}
                className="block max-w-full truncate rounded-chip font-medium after:absolute after:inset-0 hover:underline"
              >
                {calendar.name}
              </button>
              <p className="truncate text-label text-2">{summaryOf(calendar)}</p>
            </div>
            {calendar.isDefault ? (
              <Badge tone="info">Default</Badge>
            ) : (
              <IconButton
                size="sm"
                label={`Delete ${calendar.name}`}
                icon={<IconTrash aria-hidden />}
                className="relative"
                onClick={() => setDeleted(calendar)}
              />
            )}
          </li>
        ))}
      </ul>
      {deleted && <DeleteCalendarDialog calendar={deleted} onClose={() => setDeleted(null)} />}
    </>
  )
}
