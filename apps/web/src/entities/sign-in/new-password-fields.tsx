import { useId } from 'react'
import type { ControlSize } from '../../ui/button.tsx'
import { PasswordGuide } from './password-guide.tsx'
import { Field } from '../../ui/field.tsx'
import type { NewPassword } from './use-new-password.ts'
import { PasswordInput } from './password-input.tsx'

type NewPasswordFieldsProps = { state: NewPassword; autoFocus?: boolean; size?: ControlSize }

/** A new password with its guide, and once more to be sure. */
export function NewPasswordFields({ state, autoFocus, size }: NewPasswordFieldsProps) {
  const guideId = useId()
  const { password, confirm, shown, passwordRef, confirmRef, change, touch } = state
  return (
    <>
      <div className="flex flex-col gap-2.5">
        <Field label="New password" error={shown.password}>
          <PasswordInput
            ref={passwordRef}
            size={size}
            name="new-password"
            value={password}
            autoFocus={autoFocus}
            autoComplete="new-password"
            onChange={(event) => change({ password: event.target.value })}
            onBlur={() => touch('password')}
          />
        </Field>
        <PasswordGuide id={guideId} password={password} />
      </div>
      <Field label="Confirm password" error={shown.confirm}>
        <PasswordInput
          ref={confirmRef}
          size={size}
          name="confirm-password"
          value={confirm}
          autoComplete="new-password"
          onChange={(event) => change({ confirm: event.target.value })}
          onBlur={() => touch('confirm')}
        />
      </Field>
    </>
  )
}
