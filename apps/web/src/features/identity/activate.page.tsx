import { useRef, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { errorText } from '../../api/error-text.ts'
import { PasswordInput, signIn, useAttempt } from '../../entities/sign-in/index.ts'
import { useDocumentTitle } from '../../components/document-title.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { useProceed, useTurn } from './entry.ts'
import { FormPage } from './form-page.tsx'
import { LegalLinks } from './legal-links.tsx'
import { TurnLink } from './turn-link.tsx'
import { useAddressText } from './use-address-text.ts'
import { UsernameField } from './username-field.tsx'

const invitationHint = 'If your invitation is more than 7 days old, ask your administrator for a new one.'

/** The first sign-in, with the temporary password of an invitation. */
export function ActivatePage() {
  useDocumentTitle('Activate your account')
  const invited = useAddressText('username')
  const usernameRef = useRef<HTMLInputElement>(null)
  const passwordRef = useRef<HTMLInputElement>(null)
  const [username, setUsername] = useState(invited)
  const [password, setPassword] = useState('')
  const [touched, setTouched] = useState(false)
  const { busy, failure, setFailure, attempt } = useAttempt()
  const proceed = useProceed()
  const turn = useTurn()
  const name = username.trim().toLowerCase()

  function refusalText(error: unknown): string | null {
    if (!(error instanceof ApiError) || error.status !== 401) return errorText(error)
    if (error.reason === 'sign_in.locked') {
      turn(paths.locked)
      return null
    }
    passwordRef.current?.select()
    return `${errorText(error)}. ${invitationHint}`
  }

  async function submit() {
    setTouched(true)
    if (!name) return usernameRef.current?.focus()
    if (!password) return passwordRef.current?.focus()
    await attempt(async () => {
      proceed(await signIn(name, password, false), { username: name, remember: false })
    }, refusalText)
  }

  return (
    <FormPage
      title="Activate your account"
      intro="Use the temporary password from your invitation. You'll choose your own in the next step."
      failure={failure}
      onCloseFailure={() => setFailure(null)}
      onSubmit={submit}
    >
      <UsernameField
        ref={usernameRef}
        label="Username"
        placeholder="Email Address"
        value={username}
        autoFocus={!invited}
        error={touched && !name ? 'Please enter your username' : null}
        onChange={setUsername}
      />
      <Field label="Temporary password" error={touched && !password ? 'Please enter your password' : null}>
        <PasswordInput
          ref={passwordRef}
          name="password"
          value={password}
          autoFocus={Boolean(invited)}
          autoComplete="current-password"
          onChange={(event) => setPassword(event.target.value)}
        />
      </Field>
      <Button type="submit" variant="primary" size="lg" busy={busy}>
        Continue
      </Button>
      <LegalLinks />
      <TurnLink to={paths.login} className="self-start">
        Back to Log in
      </TurnLink>
    </FormPage>
  )
}
