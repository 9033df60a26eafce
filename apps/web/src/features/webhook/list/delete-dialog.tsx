import type { Webhook } from '@steward/contracts/webhook'
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx'
import { deleteWebhook, useWebhookAct } from '../webhook.calls.ts'

type DeleteDialogProps = { webhook: Webhook; onClose: () => void; onDeleted?: () => void }

/** Asks before a webhook is permanently deleted. */
export function DeleteDialog({ webhook, onClose, onDeleted }: DeleteDialogProps) {
  const remove = useWebhookAct(
    () => deleteWebhook(webhook.webhookId),
    () => 'Webhook deleted',
  )
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title="Delete this webhook?"
      description={`${new URL(webhook.endpoint).host} receives no more events, and deliveries that wait are not sent. This can't be undone.`}
      action="Delete"
      danger
      onConfirm={async () => {
        await remove.mutateAsync(undefined)
        onDeleted?.()
      }}
    />
  )
}
