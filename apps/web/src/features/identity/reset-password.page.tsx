import { useEffect, useRef, useState } from 'react'
import { verificationCodeLength } from '@steward/contracts/identity'
import { errorText } from '../../api/error-text.ts'
import {
  codeFailure,
  forgotPassword,
  NewPasswordFields,
  nextResetAt,
  ResendButton,
  resetPassword,
  useAttempt,
  useNewPassword,
} from '../../entities/sign-in/index.ts'
import { useDocumentTitle } from '../../components/document-title.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { useTurn } from './entry.ts'
import { FormPage } from './form-page.tsx'
import { TurnLink } from './turn-link.tsx'
import { useAddressText } from './use-address-text.ts'

/** A new password with the code of a recovery email. */
export function ResetPasswordPage() {
  useDocumentTitle('Set a new password')
  const username = useAddressText('username')
  const turn = useTurn()
  useEffect(() => {
    if (!username) turn(paths.login, { replace: true })
  }, [username, turn])
  return username ? <ResetForm username={username} /> : null
}

function ResetForm({ username }: { username: string }) {
  const codeRef = useRef<HTMLInputElement>(null)
  const [code, setCode] = useState('')
  const [codeFault, setCodeFault] = useState<string | null>(null)
  const { busy, failure, setFailure, attempt } = useAttempt()
  const turn = useTurn()
  const fresh = useNewPassword(username)

  function refusalText(error: unknown): string | null {
    const fault = codeFailure(error)
    if (!fault) return fresh.takeRefusal(error) ? null : errorText(error)
    setCodeFault(fault)
    codeRef.current?.select()
    return null
  }

  async function submit() {
    if (!fresh.isStrong) return
    const isPairRight = fresh.check()
    if (!code) {
      setCodeFault('Please enter your verification code')
      return codeRef.current?.focus()
    }
    if (!isPairRight) return
    await attempt(async () => {
      await resetPassword(username, code, fresh.password)
      turn(paths.login, { notice: 'Your password was changed. Log in with the new one.' })
    }, refusalText)
  }

  async function resend() {
    setFailure(null)
    try {
      return await forgotPassword(username)
    } catch (error) {
      setFailure(errorText(error))
      throw error
    }
  }

  return (
    <FormPage
      title="Set a new password"
      intro={
        <>
          Enter the code we sent to <b className="font-medium break-words text-1">{username}</b>.
        </>
      }
      failure={failure}
      onCloseFailure={() => setFailure(null)}
      onSubmit={submit}
    >
      {/* Tells a password manager whose password it is. */}
      <input type="hidden" name="username" autoComplete="username" value={username} />
      <Field label="Verification code" error={codeFault}>
        <Input
          ref={codeRef}
          size="lg"
          name="code"
          value={code}
          autoFocus
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          className="tabular max-w-40"
          onChange={(event) => {
            setCodeFault(null)
            setCode(event.target.value.replaceAll(/\s/g, '').slice(0, verificationCodeLength))
          }}
        />
      </Field>
      <NewPasswordFields state={fresh} />
      <Button type="submit" variant="primary" size="lg" busy={busy} disabled={!fresh.isStrong}>
        Reset password
      </Button>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <TurnLink to={paths.login}>Back to Log in</TurnLink>
        <ResendButton label="Resend Code" onResend={resend} firstFreeAt={nextResetAt(username)} />
      </div>
    </FormPage>
  )
}
