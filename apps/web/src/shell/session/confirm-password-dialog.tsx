import { useId, useRef, useState, type FormEvent } from 'react'
import { errorText } from '../../api/error-text.ts'
import { confirmPassword, PasswordInput } from '../../entities/sign-in/index.ts'
import { useUser } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'

/** Asks for the password of who is signed in, before something about the sign-in is changed. */
export function ConfirmPasswordDialog({ onAnswer }: { onAnswer: (isConfirmed: boolean) => void }) {
  const formId = useId()
  const { email } = useUser()
  const passwordRef = useRef<HTMLInputElement>(null)
  const [password, setPassword] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    if (!password) return setFault('Please enter your password')
    setBusy(true)
    try {
      await confirmPassword(password)
      onAnswer(true)
    } catch (error) {
      setFault(errorText(error))
      setBusy(false)
      passwordRef.current?.select()
    }
  }

  return (
    <Dialog
      open
      onOpenChange={() => onAnswer(false)}
      title="Confirm your password"
      description="To change your sign-in settings, enter your password again."
      initialFocus={passwordRef}
      footer={
        <>
          <Button onClick={() => onAnswer(false)}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" busy={busy}>
            Confirm
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={(event) => void submit(event)}>
        <input type="hidden" name="username" autoComplete="username" value={email} />
        <Field label="Password" error={fault}>
          <PasswordInput
            ref={passwordRef}
            size="md"
            name="password"
            value={password}
            autoComplete="current-password"
            onChange={(event) => {
              setFault(null)
              setPassword(event.target.value)
            }}
          />
        </Field>
      </form>
    </Dialog>
  )
}
