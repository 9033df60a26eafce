import { useState } from 'react'
import { QRCodeSVG } from 'qrcode.react'
import { secondFactorCodeLength, type SignedIn } from '@steward/contracts/identity'
import { errorPanelProps } from '../../../api/error-text.ts'
import { beginSession } from '../../../api/session.ts'
import {
  CodeField,
  finishAuthenticator,
  isSignedIn,
  createRecoveryCodes,
  RecoveryCodes,
  startAuthenticator,
  useAnswer,
} from '../../../entities/sign-in/index.ts'
import { SecretText } from '../../../components/secret-text.tsx'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { keepChallenge, type PendingChallenge } from '../challenge.ts'
import { useEnter, useProceed } from '../entry.ts'
import { FormHeading } from '../form-heading.tsx'
import { FormPage } from '../form-page.tsx'
import { TurnLink } from '../turn-link.tsx'
import { useCode } from './use-code.ts'

/** Sets up an authenticator app at the sign-in of a company that asks for a second factor. */
export function AuthenticatorSetUp({ challenge }: { challenge: PendingChallenge }) {
  const [signedIn, setSignedIn] = useState<SignedIn | null>(null)
  const proceed = useProceed()

  async function finish(code: string) {
    const outcome = await finishAuthenticator(challenge.challengeUser, code)
    if (!isSignedIn(outcome)) return proceed(outcome, challenge)
    keepChallenge(null)
    beginSession(outcome, challenge.remember)
    setSignedIn(outcome)
  }

  return signedIn ? (
    <KeepCodes signedIn={signedIn} />
  ) : (
    <ScanForm challengeUser={challenge.challengeUser} onCode={finish} />
  )
}

function ScanForm({
  challengeUser,
  onCode,
}: {
  challengeUser: string
  onCode: (code: string) => Promise<void>
}) {
  const secret = useAnswer(`secret ${challengeUser}`, () => startAuthenticator(challengeUser))
  const { code, busy, failure, setFailure, submit, field } = useCode(onCode)

  return (
    <FormPage
      title="Set up two-factor verification"
      intro="Your company asks for a second step. Scan this with an authenticator app, then enter the code it shows."
      failure={failure}
      onCloseFailure={() => setFailure(null)}
      onSubmit={() => submit()}
    >
      {secret.error !== undefined && (
        <ErrorPanel compact {...errorPanelProps(secret.error)} onRetry={secret.retry} />
      )}
      {secret.error === undefined && (
        <div className="flex flex-col gap-3">
          <div className="flex size-46 items-center justify-center self-center rounded-card border border-line bg-white">
            {secret.data ? (
              <QRCodeSVG value={secret.data.url} size={160} title="QR code for the authenticator app" />
            ) : (
              <Skeleton className="size-40" />
            )}
          </div>
          {secret.data && (
            <SecretText label="Or type this key into the app" secret={secret.data.secretCode} />
          )}
        </div>
      )}
      <CodeField {...field} />
      <Button
        type="submit"
        variant="primary"
        size="lg"
        busy={busy}
        disabled={code.length < secondFactorCodeLength || !secret.data}
      >
        Verify
      </Button>
      <TurnLink to={paths.login} className="self-start">
        Back to Log in
      </TurnLink>
    </FormPage>
  )
}

function KeepCodes({ signedIn }: { signedIn: SignedIn }) {
  const enter = useEnter()
  const codes = useAnswer(`recovery codes ${signedIn.token}`, createRecoveryCodes)
  return (
    <div className="flex flex-col gap-5">
      <FormHeading title="Keep your recovery codes">
        Each opens your account once when you do not have your device. They are shown only now.
      </FormHeading>
      {codes.error !== undefined && (
        <ErrorPanel compact {...errorPanelProps(codes.error)} onRetry={codes.retry} />
      )}
      {codes.isPending && <Skeleton className="h-44 w-full rounded-card" />}
      {codes.data && <RecoveryCodes codes={codes.data} username={signedIn.user.email} />}
      <Button variant="primary" size="lg" onClick={() => enter(signedIn.user)}>
        Continue
      </Button>
    </div>
  )
}
