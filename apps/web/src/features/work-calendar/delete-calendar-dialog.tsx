import { useQueryClient } from '@tanstack/react-query'
import type { WorkCalendar } from '@steward/contracts/work-calendar'
import { isSessionExpired } from '../../api/api-error.ts'
import { errorText } from '../../api/error-text.ts'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { toast } from '../../ui/toast.tsx'
import { deleteCalendar } from './work-calendar.calls.ts'

export function DeleteCalendarDialog({ calendar, onClose }: { calendar: WorkCalendar; onClose: () => void }) {
  const client = useQueryClient()
  return (
    <ConfirmDialog
      open
      danger
      onOpenChange={(open) => !open && onClose()}
      title={`Delete "${calendar.name}"?`}
      description="People who use it get the calendar of their region or the default one. Existing due dates don't change."
      action="Delete"
      onConfirm={async () => {
        try {
          await deleteCalendar(client, calendar.calendarId)
          toast.done('Calendar deleted', { subject: 'work-calendar' })
        } catch (error) {
          if (!isSessionExpired(error)) toast.error(errorText(error), { subject: 'work-calendar' })
          throw error
        }
      }}
    />
  )
}
