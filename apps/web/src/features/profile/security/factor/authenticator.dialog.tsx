import { QRCodeSVG } from 'qrcode.react'
import type { AuthenticatorSecret } from '@steward/contracts/second-factor'
import { SecretText } from '../../../../components/secret-text.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { useFactorAction, verifyAuthenticator } from '../security.calls.ts'
import { CodeStep } from './code-step.tsx'

type AuthenticatorDialogProps = {
  secret: AuthenticatorSecret
  onClose: () => void
  /** The authenticator is on; recovery codes where there were none before. */
  onDone: (recoveryCodes: string[] | null) => void
}

/** Pairs an authenticator app: its secret as a picture and as text, then the first code. */
export function AuthenticatorDialog({ secret, onClose, onDone }: AuthenticatorDialogProps) {
  const verify = useFactorAction(verifyAuthenticator)

  async function finish(code: string) {
    const { recoveryCodes } = await verify.mutateAsync(code)
    onDone(recoveryCodes)
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Turn on authenticator app"
      description="Scan this with an authenticator app, then enter the code it shows."
    >
      <div className="flex flex-col gap-4">
        <div className="flex size-46 items-center justify-center self-center rounded-card border border-line bg-white">
          <QRCodeSVG value={secret.url} size={160} title="QR code for the authenticator app" />
        </div>
        <SecretText label="Or type this key into the app" secret={secret.secretCode} />
        <CodeStep onCode={finish} />
      </div>
    </Dialog>
  )
}
