import { useQueryClient } from '@tanstack/react-query'
import type { WorkCalendar } from '@steward/contracts/work-calendar'
import { DeleteDialog } from '../../components/delete-dialog.tsx'
import { deleteCalendar } from './work-calendar.calls.ts'

export function DeleteCalendarDialog({ calendar, onClose }: { calendar: WorkCalendar; onClose: () => void }) {
  const client = useQueryClient()
  return (
    <DeleteDialog
      name={calendar.name}
      description="People who use it get the calendar of their region or the default one. Existing due dates don't change."
      done="Calendar deleted"
      subject="work-calendar"
      onDelete={() => deleteCalendar(client, calendar.calendarId)}
      onClose={onClose}
    />
  )
}
