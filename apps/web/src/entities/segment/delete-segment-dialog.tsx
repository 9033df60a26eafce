import { useQueryClient } from '@tanstack/react-query'
import type { Segment } from '@steward/contracts/segment'
import { isSessionExpired } from '../../api/api-error.ts'
import { errorText } from '../../api/error-text.ts'
import { dropSegment } from './segment-cache.ts'
import { deleteSegment } from './segment.calls.ts'
import { toast } from '../../ui/toast.tsx'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'

type DeleteSegmentDialogProps = {
  segment: Segment
  onClose: () => void
  /** Called before the segment is taken out of what is shown. */
  onDeleted?: () => void
}

/** Asks before a segment is deleted, does it and tells. */
export function DeleteSegmentDialog({ segment, onClose, onDeleted }: DeleteSegmentDialogProps) {
  const client = useQueryClient()
  const subject = `segment-${segment.segmentId}`

  async function confirm() {
    try {
      await deleteSegment(segment.segmentId)
      toast.done('Segment deleted successfully', { subject })
      onDeleted?.()
      dropSegment(client, segment.segmentId)
    } catch (error) {
      if (!isSessionExpired(error)) toast.error(errorText(error), { subject })
      throw error
    }
  }

  const others = segment.isPrivate ? '' : ' It is deleted for everyone.'
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Delete “${segment.name}”?`}
      description={`The segment and its view are permanently deleted. Its records are not affected.${others}`}
      action="Delete"
      danger
      onConfirm={confirm}
    />
  )
}
