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
      title="Keep your recovery codes"
      description="Each opens your account once when you do not have your device. They are shown only now."
      footer={
        <Button variant="primary" onClick={onClose}>
          I have kept them
        </Button>
      }
    >
      <RecoveryCodes codes={codes} username={email} />
    </Dialog>
  )
}
