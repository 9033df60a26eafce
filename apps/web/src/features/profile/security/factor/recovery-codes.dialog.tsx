import { useUser } from '../../../../api/session.ts'
import { RecoveryCodes } from '../../../../entities/sign-in/index.ts'
import { Button } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'

/** New recovery codes, shown this once; only its button closes it. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const { email } = useUser()
  return (
    <Dialog
      open
      dismissable={false}
      onOpenChange={onClose}
      title="Save your recovery codes"
      description="Use one to log in without your device. Each works once. You won't see them again."
      footer={
        <Button variant="primary" onClick={onClose}>
          I've saved my codes
        </Button>
      }
    >
      <RecoveryCodes codes={codes} username={email} />
    </Dialog>
  )
}
