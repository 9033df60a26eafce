import { useEffect, useRef, useState, type FormEvent } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { ApiError, isSessionExpired } from '../../../api/api-error.ts'
import { errorText } from '../../../api/error-text.ts'
import { useUser } from '../../../api/session.ts'
import {
  NewPasswordFields,
  PasswordInput,
  useAttempt,
  useNewPassword,
} from '../../../entities/sign-in/index.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { toast } from '../../../ui/toast.tsx'
import { ProfileSection } from '../profile-section.tsx'
import { updatePassword, sessionsQuery } from './security.calls.ts'

/** Another password; its form opens on demand. */
export function PasswordSection({ onDirty }: { onDirty: (dirty: boolean) => void }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <ProfileSection title="Password">
      {isOpen ? (
        <PasswordForm onDirty={onDirty} onClose={() => setOpen(false)} />
      ) : (
        <Button className="self-start" onClick={() => setOpen(true)}>
          Change password
        </Button>
      )}
    </ProfileSection>
  )
}

function PasswordForm({ onDirty, onClose }: { onDirty: (dirty: boolean) => void; onClose: () => void }) {
  const { email } = useUser()
  const client = useQueryClient()
  const currentRef = useRef<HTMLInputElement>(null)
  const [current, setCurrent] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  const fresh = useNewPassword(email)
  const { busy, failure, attempt } = useAttempt()
  const dirty = Boolean(current || fresh.password || fresh.confirm)

  useEffect(() => {
    onDirty(dirty)
    return () => onDirty(false)
  }, [dirty, onDirty])

  function refusalText(error: unknown): string | null {
    const text = error instanceof ApiError ? error.fields?.currentPassword : undefined
    if (text) {
      setFault(text)
      currentRef.current?.select()
      return null
    }
    return fresh.takeRefusal(error) || isSessionExpired(error) ? null : errorText(error)
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (!current) {
      setFault('Please enter your password')
      currentRef.current?.focus()
      return
    }
    if (!fresh.isStrong || !fresh.check()) return
    await attempt(async () => {
      await updatePassword(current, fresh.password)
      void client.invalidateQueries({ queryKey: sessionsQuery.queryKey })
      toast.done('Password changed. Your other sessions ended.', { subject: 'password' })
      onClose()
    }, refusalText)
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
      <input type="hidden" name="username" autoComplete="username" value={email} />
      <Field label="Current password" error={fault}>
        <PasswordInput
          ref={currentRef}
          size="md"
          name="current-password"
          value={current}
          autoFocus
          autoComplete="current-password"
          onChange={(event) => {
            setFault(null)
            setCurrent(event.target.value)
          }}
        />
      </Field>
      <NewPasswordFields state={fresh} size="md" />
      <p role="alert" className="text-label text-poor empty:hidden">
        {failure}
      </p>
      <div className="flex gap-2">
        <Button type="submit" variant="primary" busy={busy} disabled={!fresh.isStrong}>
          Change password
        </Button>
        <Button variant="ghost" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
