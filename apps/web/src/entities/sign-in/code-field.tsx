import type { Ref } from 'react'
import { CodeInput } from './code-input.tsx'
import { Field } from '../../ui/field.tsx'

type CodeFieldProps = {
  value: string
  error: string | null
  onChange: (code: string) => void
  onComplete: (code: string) => void
  autoFocus?: boolean
  ref?: Ref<HTMLInputElement>
}

/** The six digits of a second factor; a wrong code is reported below them. */
export function CodeField({ error, ...rest }: CodeFieldProps) {
  return (
    <div aria-live="polite">
      <Field label="6-digit code" error={error}>
        <CodeInput {...rest} />
      </Field>
    </div>
  )
}
