import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type ChangeEvent,
  type CSSProperties,
  type Ref,
} from 'react'
import { useFieldAttributes } from '../../ui/field.tsx'
import { cx } from '../../ui/cx.ts'
import { editedCode } from './code-input.rules.ts'
import './code-input.css'

type CodeInputProps = {
  value: string
  onChange: (code: string) => void
  /** Called with the whole code when its last digit is in. */
  onComplete?: (code: string) => void
  length?: number
  label?: string
  invalid?: boolean
  disabled?: boolean
  autoFocus?: boolean
  'aria-describedby'?: string
  ref?: Ref<HTMLInputElement>
}

/**
 * Boxes for the digits of a code that are one field: typing, paste, arrows, Backspace and what a phone
 * fills in are those of the browser. Inside of a `Field`, or with a `label`.
 */
export function CodeInput({
  value,
  onChange,
  onComplete,
  length = 6,
  label,
  invalid,
  disabled,
  autoFocus,
  ref,
  ...rest
}: CodeInputProps) {
  const attributes = useFieldAttributes({ invalid, ...rest })
  const [focused, setFocused] = useState(false)
  const [caret, setCaret] = useState(0)
  const input = useRef<HTMLInputElement>(null)
  const wanted = useRef<number | null>(null)

  useEffect(() => {
    if (autoFocus) input.current?.focus()
  }, [autoFocus])

  // React puts the caret to the end when it writes another value than was typed.
  useLayoutEffect(() => {
    if (wanted.current !== null) input.current?.setSelectionRange(wanted.current, wanted.current)
    wanted.current = null
  })

  function edit({ target }: ChangeEvent<HTMLInputElement>) {
    const next = editedCode(value, target.value, target.selectionStart ?? target.value.length, length)
    wanted.current = next.caret
    setCaret(next.caret)
    if (next.code === value) return
    onChange(next.code)
    if (next.code.length === length) onComplete?.(next.code)
  }

  const active = focused && !disabled ? Math.min(caret, value.length, length - 1) : -1
  return (
    <div
      className="code-input"
      style={{ '--boxes': length } as CSSProperties}
      data-invalid={attributes['aria-invalid']}
    >
      <div aria-hidden className="code-boxes">
        {Array.from({ length }, (_, index) => (
          <span key={index} className={cx('code-box', index === active && 'code-box-active')} />
        ))}
      </div>
      <input
        {...attributes}
        ref={(element) => {
          input.current = element
          if (typeof ref === 'function') ref(element)
          else if (ref) ref.current = element
        }}
        type="text"
        inputMode="numeric"
        autoComplete="one-time-code"
        pattern="[0-9]*"
        spellCheck={false}
        aria-label={label}
        disabled={disabled}
        value={value}
        onChange={edit}
        onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart ?? value.length)}
        onFocus={() => setFocused(true)}
        onBlur={() => setFocused(false)}
        className="code-digits"
      />
    </div>
  )
}
