import { CopyText } from '../../components/settings/copy-text.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

/** A secret, shown this once. */
export function SecretDialog({
  secret,
  isNew,
  onClose,
}: {
  secret: string
  isNew: boolean
  onClose: () => void
}) {
  return (
    <Dialog
      open
      dismissable={false}
      onOpenChange={onClose}
      title={isNew ? 'Copy the secret' : 'Copy the new secret'}
      description={
        isNew
          ? 'The endpoint verifies with it that a call comes from Steward. You won’t see it again.'
          : 'For 24 hours, calls are signed with the previous secret too. You won’t see the new one again.'
      }
      footer={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <CopyText label="secret" text={secret} />
    </Dialog>
  )
}
