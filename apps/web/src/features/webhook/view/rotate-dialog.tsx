import { ConfirmDialog } from '../../../components/confirm-dialog.tsx'
import { rotateSecret, useWebhookAct } from '../webhook.calls.ts'

type RotateDialogProps = { webhookId: number; onClose: () => void; onRotated: (secret: string) => void }

/** Asks before a webhook gets a new secret. */
export function RotateDialog({ webhookId, onClose, onRotated }: RotateDialogProps) {
  const rotate = useWebhookAct(() => rotateSecret(webhookId))
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title="Rotate the secret?"
      description="The webhook gets a new secret. For 24 hours, calls are signed with the current one too, so that you can change it at the endpoint."
      action="Rotate"
      onConfirm={async () => onRotated(await rotate.mutateAsync(undefined))}
    />
  )
}
