import { Suspense, useState } from 'react'
import { hasEndedByItself } from '../../api/session.ts'
import { PasswordInput } from '../../entities/sign-in/index.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Field } from '../../ui/field.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { ErrorBar } from './error-bar.tsx'
import { FormHeading } from './form-heading.tsx'
import { NoticeBar } from './notice-bar.tsx'
import { TurnLink } from './turn-link.tsx'
import { useLogin, type Credentials } from './use-login.ts'
import { UsernameField } from './username-field.tsx'

const VisitOffer = lazyPart(() => import('./other-ways/other-ways.ts'), 'VisitOffer')

/** Whether Steward was opened at the address of this machine; the server decides what it offers there. */
const isHere = /^(localhost|127\.0\.0\.1|\[::1])$/.test(window.location.hostname)

const empty: Credentials = { username: '', password: '', remember: false, isPasswordWanted: false }

/** What another screen left to be said, or why the sign-in is asked for again. */
function Said({ notice }: { notice: string | undefined }) {
  if (notice) return <NoticeBar>{notice}</NoticeBar>
  if (!hasEndedByItself()) return null
  return <NoticeBar tone="info">For security reasons you have been signed out automatically.</NoticeBar>
}

type LoginFormProps = { failure: string | null; notice?: string }

export function LoginForm({ failure: before, notice }: LoginFormProps) {
  const [typed, setTyped] = useState(empty)
  const [isChecked, setChecked] = useState(false)
  const { busy, failure, usernameRef, passwordRef, submit, closeFailure, isOutside, lookAhead } = useLogin(
    typed,
    before,
  )

  function change(changes: Partial<Credentials>) {
    setTyped((earlier) => ({ ...earlier, ...changes }))
  }

  const isNameMissing = isChecked && !typed.username.trim()
  const isPasswordMissing = isChecked && !typed.password

  return (
    <form
      noValidate
      onSubmit={(event) => void submit(event, () => setChecked(true))}
      className="flex flex-col gap-5"
    >
      <FormHeading title="Welcome Back!">Log in with your work account.</FormHeading>
      {failure && <ErrorBar text={failure} onClose={closeFailure} />}
      {!failure && <Said notice={notice} />}
      <UsernameField
        ref={usernameRef}
        label="Username"
        placeholder="you@company.com"
        value={typed.username}
        autoFocus
        error={isNameMissing ? 'Please enter your username' : null}
        onChange={(username) => change({ username })}
        onBlur={lookAhead}
      />
      {isOutside ? (
        <Elsewhere onPassword={() => change({ isPasswordWanted: true })} />
      ) : (
        <Field label="Password" error={isPasswordMissing ? 'Please enter your password' : null}>
          <PasswordInput
            ref={passwordRef}
            name="password"
            value={typed.password}
            autoComplete="current-password"
            onChange={(event) => change({ password: event.target.value })}
          />
        </Field>
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <Checkbox
          label="Remember me"
          checked={typed.remember}
          onCheckedChange={(remember) => change({ remember })}
        />
        {!isOutside && <TurnLink to={paths.forgotPassword}>Forgot your password?</TurnLink>}
      </div>
      <Button type="submit" variant="primary" size="lg" busy={busy}>
        {isOutside ? 'Continue' : 'Log In'}
      </Button>
      {isHere && (
        <Suspense>
          <VisitOffer />
        </Suspense>
      )}
    </form>
  )
}

function Elsewhere({ onPassword }: { onPassword: () => void }) {
  return (
    <p className="text-body text-2">
      Your company uses single sign-on. Continue, or{' '}
      <button
        type="button"
        className="rounded-chip font-medium text-accent-text hover:underline"
        onClick={onPassword}
      >
        use a password
      </button>
      .
    </p>
  )
}
