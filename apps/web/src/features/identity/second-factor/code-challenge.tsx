import { secondFactorCodeLength } from '@steward/contracts/identity'
import { errorText } from '../../../api/error-text.ts'
import { CodeField, ResendButton, resendCode, verifyCode } from '../../../entities/sign-in/index.ts'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import type { PendingChallenge } from '../challenge.ts'
import { useProceed } from '../entry.ts'
import { FormPage } from '../form-page.tsx'
import { LostDevice } from './lost-device.tsx'
import { TurnLink } from '../turn-link.tsx'
import { useChallengeEnd } from '../use-challenge-guard.ts'
import { useCode } from './use-code.ts'

/** The code of a text message or an authenticator app, at sign-in. */
export function CodeChallenge({ challenge }: { challenge: PendingChallenge }) {
  const isSms = challenge.challengeName === 'SMS_MFA'
  const { challengeUser, destination } = challenge
  const proceed = useProceed()
  const endsWith = useChallengeEnd()

  async function verify(code: string) {
    const challengeName = isSms ? 'SMS_MFA' : 'SOFTWARE_TOKEN_MFA'
    proceed(await verifyCode({ challengeUser, challengeName }, code), challenge)
  }

  const { code, busy, failure, setFailure, submit, field } = useCode(verify)

  async function resend() {
    setFailure(null)
    try {
      await resendCode(challengeUser)
    } catch (error) {
      if (!endsWith(error)) setFailure(errorText(error))
      throw error
    }
  }

  return (
    <div className="flex flex-col gap-5">
      <FormPage
        title="Two-factor verification"
        intro={
          isSms ? (
            <>
              Enter the code we sent to{' '}
              <span className="whitespace-nowrap">{destination ?? 'your phone'}</span>.
            </>
          ) : (
            'Enter the code from your authenticator app.'
          )
        }
        failure={failure}
        onCloseFailure={() => setFailure(null)}
        onSubmit={() => submit()}
      >
        <CodeField {...field} autoFocus />
        <Button
          type="submit"
          variant="primary"
          size="lg"
          busy={busy}
          disabled={code.length < secondFactorCodeLength}
        >
          Verify
        </Button>
      </FormPage>
      {isSms && <ResendButton label="Send another code" onResend={resend} isJustSent />}
      <LostDevice verify={verify} />
      <TurnLink to={paths.login} className="self-start">
        Back to Log in
      </TurnLink>
    </div>
  )
}
