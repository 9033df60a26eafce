import type { Ref } from 'react'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'

type UsernameFieldProps = {
  label: string
  placeholder: string
  value: string
  error: string | null | undefined
  onChange: (value: string) => void
  onBlur?: () => void
  autoFocus?: boolean
  ref?: Ref<HTMLInputElement>
}

export function UsernameField({ label, error, onChange, ...rest }: UsernameFieldProps) {
  return (
    <Field label={label} error={error}>
      <Input
        {...rest}
        size="lg"
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  )
}
