import { useRef, useState } from 'react'
import { errorText } from '../../api/error-text.ts'
import { forgotPassword, nextResetAt, ResendButton, useAttempt } from '../../entities/sign-in/index.ts'
import { useDocumentTitle } from '../../components/document-title.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { useTurn } from './entry.ts'
import { ErrorBar } from './error-bar.tsx'
import { FormHeading } from './form-heading.tsx'
import { FormPage } from './form-page.tsx'
import { TurnLink } from './turn-link.tsx'
import { UsernameField } from './username-field.tsx'

/** Here there is no password that could be wrong. */
function failureText(error: unknown): string {
  const text = errorText(error)
  return text === 'Incorrect username or password' ? 'Incorrect username' : text
}

export function ForgotPasswordPage() {
  useDocumentTitle('Forgot your password?')
  const [sentTo, setSentTo] = useState<string | null>(null)
  return sentTo ? <OnTheWay username={sentTo} /> : <AddressForm onSent={setSentTo} />
}

function AddressForm({ onSent }: { onSent: (username: string) => void }) {
  const usernameRef = useRef<HTMLInputElement>(null)
  const [username, setUsername] = useState('')
  const [touched, setTouched] = useState(false)
  const { busy, failure, setFailure, attempt } = useAttempt()
  const name = username.trim().toLowerCase()

  async function submit() {
    setTouched(true)
    if (!name) return usernameRef.current?.focus()
    await attempt(async () => {
      await forgotPassword(name)
      onSent(name)
    }, failureText)
  }

  return (
    <FormPage
      title="Forgot your password?"
      intro="Enter your email. We'll send you a code to set a new password."
      failure={failure}
      onCloseFailure={() => setFailure(null)}
      onSubmit={submit}
    >
      <UsernameField
        ref={usernameRef}
        label="Email"
        placeholder="you@company.com"
        value={username}
        autoFocus
        error={touched && !name ? 'Please enter your username' : null}
        onChange={setUsername}
      />
      <Button type="submit" variant="primary" size="lg" busy={busy}>
        Send
      </Button>
      <TurnLink to={paths.login} className="self-start">
        Back to Log in
      </TurnLink>
    </FormPage>
  )
}

function OnTheWay({ username }: { username: string }) {
  const [failure, setFailure] = useState<string | null>(null)
  const turn = useTurn()

  async function resend() {
    setFailure(null)
    try {
      return await forgotPassword(username)
    } catch (error) {
      setFailure(failureText(error))
      throw error
    }
  }

  return (
    <div className="flex flex-col gap-5">
      <div role="status">
        <FormHeading title="Recovery email is on the way!">
          Check your inbox and spam folder. If <b className="font-medium text-1">{username}</b> has an
          account, you'll get an email with a code to reset your password.
        </FormHeading>
      </div>
      {failure && <ErrorBar text={failure} onClose={() => setFailure(null)} />}
      <Button variant="primary" size="lg" onClick={() => turn(paths.resetPassword(username))}>
        Enter the code
      </Button>
      <div className="flex flex-col gap-2 border-t border-line pt-4">
        <p className="text-label text-2">Didn't get it?</p>
        <ResendButton label="Send again" onResend={resend} firstFreeAt={nextResetAt(username)} />
      </div>
      <TurnLink to={paths.login} className="self-start">
        Back to Log in
      </TurnLink>
    </div>
  )
}
