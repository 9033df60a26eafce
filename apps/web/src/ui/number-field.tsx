import { useState, type ReactNode } from 'react'
import type { ControlSize } from './button.tsx'
import { Input } from './input.tsx'
import { formatNumber, parseNumber } from './number-text.ts'

type NumberFieldProps = {
  value: number | null
  /** NaN when what was typed is not a number, so that the form can say so. */
  onChange: (value: number | null) => void
  min?: number
  max?: number
  decimals?: number
  prefix?: ReactNode
  suffix?: ReactNode
  locale?: string
  size?: ControlSize
  disabled?: boolean
  placeholder?: string
  className?: string
  'aria-label'?: string
}

function rounded(value: number, decimals: number | undefined): number {
  return decimals === undefined ? value : Number(value.toFixed(decimals))
}

/** A typed number in the reader's locale; arrow keys step by one, with Shift by ten. */
export function NumberField({
  value,
  onChange,
  min = -Infinity,
  max = Infinity,
  decimals,
  prefix,
  suffix,
  locale,
  ...rest
}: NumberFieldProps) {
  const [draft, setDraft] = useState<string | null>(null)
  const shown = value === null || Number.isNaN(value) ? '' : formatNumber(value, decimals, locale)
  const wrong = value !== null && (Number.isNaN(value) || value < min || value > max)

  function take(text: string) {
    setDraft(text)
    const parsed = parseNumber(text, locale)
    onChange(parsed === null ? null : rounded(parsed, decimals))
  }

  function step(by: number) {
    const next = Math.min(max, Math.max(min, rounded((value || 0) + by, decimals ?? 10)))
    setDraft(null)
    onChange(next)
  }

  return (
    <Input
      {...rest}
      inputMode="decimal"
      autoComplete="off"
      className={rest.className}
      value={draft ?? shown}
      invalid={wrong || undefined}
      leading={prefix}
      trailing={suffix && <span className="pr-1.5 text-3">{suffix}</span>}
      onChange={(event) => take(event.target.value)}
      onBlur={() => !Number.isNaN(value) && setDraft(null)}
      onKeyDown={(event) => {
        const direction = { ArrowUp: 1, ArrowDown: -1 }[event.key]
        if (!direction) return
        event.preventDefault()
        step(direction * (event.shiftKey ? 10 : 1))
      }}
    />
  )
}
