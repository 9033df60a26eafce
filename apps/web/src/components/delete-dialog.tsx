import { isSessionExpired } from '../api/api-error.ts'
import { errorText } from '../api/error-text.ts'
import { toast } from '../ui/toast.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'

type DeleteDialogProps = {
  name: string
  /** The consequence, in a sentence. */
  description: string
  /** The message once it is deleted, and its subject. */
  done: string
  subject: string
  onDelete: () => Promise<void>
  onClose: () => void
}

/** Asks before something with a name is deleted. After a failure the dialog stays open. */
export function DeleteDialog({ name, description, done, subject, onDelete, onClose }: DeleteDialogProps) {
  return (
    <ConfirmDialog
      open
      danger
      onOpenChange={(open) => !open && onClose()}
      title={`Delete "${name}"?`}
      description={description}
      action="Delete"
      onConfirm={async () => {
        try {
          await onDelete()
          toast.done(done, { subject })
        } catch (error) {
          if (!isSessionExpired(error)) toast.error(errorText(error), { subject })
          throw error
        }
      }}
    />
  )
}
