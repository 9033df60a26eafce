import { useRef, useState, type FormEvent } from 'react'
import { signIn } from '../../api/identity.ts'
import { errorText } from '../../api/error-text.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { ErrorBar } from './error-bar.tsx'
import { PasswordInput } from './password-input.tsx'

type Faults = { username?: string; password?: string }

function faultsOf(username: string, password: string): Faults {
  return {
    username: username.trim() ? undefined : 'Please enter your username',
    password: password ? undefined : 'Please enter your password',
  }
}

export function LoginForm() {
  const usernameRef = useRef<HTMLInputElement>(null)
  const passwordRef = useRef<HTMLInputElement>(null)
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const [remember, setRemember] = useState(false)
  const [touched, setTouched] = useState<Record<keyof Faults, boolean>>({ username: false, password: false })
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const faults = faultsOf(username, password)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    setTouched({ username: true, password: true })
    if (faults.username) return usernameRef.current?.focus()
    if (faults.password) return passwordRef.current?.focus()
    setBusy(true)
    setFailure(null)
    try {
      await signIn({ username: username.trim(), password, remember })
    } catch (error) {
      setFailure(errorText(error))
      setBusy(false)
      passwordRef.current?.select()
    }
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
      <div>
        <h1 className="text-hero font-semibold">Welcome Back!</h1>
        <p className="mt-1 text-title text-2">Sign in with your work account.</p>
      </div>
      {failure && <ErrorBar text={failure} onClose={() => setFailure(null)} />}
      <Field label="Username" error={touched.username ? faults.username : null}>
        <Input
          ref={usernameRef}
          size="lg"
          name="username"
          value={username}
          autoFocus
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="you@company.com"
          onChange={(event) => setUsername(event.target.value)}
          onBlur={() => username && setTouched((before) => ({ ...before, username: true }))}
        />
      </Field>
      <Field label="Password" error={touched.password ? faults.password : null}>
        <PasswordInput
          ref={passwordRef}
          name="password"
          value={password}
          autoComplete="current-password"
          onChange={(event) => setPassword(event.target.value)}
          onBlur={() => password && setTouched((before) => ({ ...before, password: true }))}
        />
      </Field>
      <Checkbox label="Remember me on this device" checked={remember} onCheckedChange={setRemember} />
      <Button type="submit" variant="primary" size="lg" busy={busy}>
        Log In
      </Button>
    </form>
  )
}
