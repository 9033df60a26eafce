import { useId } from 'react'
import { PulseBadge } from '../../../entities/pulse/index.ts'
import { cx } from '../../../ui/cx.ts'

type PulseFieldProps = { value: number | null; error?: string; onChange: (pulse: number) => void }

const steps = [1, 2, 3, 4, 5] as const

/** One of five steps with its word; arrows and the keys 1 to 5 choose. */
export function PulseField({ value, error, onChange }: PulseFieldProps) {
  const name = useId()
  return (
    <fieldset
      aria-describedby={error ? `${name}-error` : undefined}
      aria-invalid={error ? true : undefined}
      tabIndex={-1}
      className="outline-none"
    >
      <legend className="mb-1.5 text-body font-medium text-1">How are they doing?</legend>
      <div className="grid grid-cols-1 gap-1.5 sm:grid-cols-5">
        {steps.map((step) => (
          <label
            key={step}
            className={cx(
              'flex h-9 items-center justify-start gap-2 rounded-control border px-2.5 text-label select-none sm:h-16 sm:flex-col sm:justify-center sm:gap-1.5 sm:px-1',
              'has-focus-visible:outline-2 has-focus-visible:outline-accent-text',
              step === value ? 'border-accent-text bg-accent-soft font-medium' : 'border-edge hover:bg-hover',
            )}
          >
            <input
              type="radio"
              name={name}
              className="hidden-text"
              checked={step === value}
              onChange={() => onChange(step)}
              onKeyDown={({ key }) => {
                const named = steps.find((one) => String(one) === key)
                if (named) onChange(named)
              }}
            />
            <span className="tabular text-2" aria-hidden>
              {step}
            </span>
            <PulseBadge value={step} />
          </label>
        ))}
      </div>
      {error && (
        <p id={`${name}-error`} className="mt-1 text-label text-poor">
          {error}
        </p>
      )}
    </fieldset>
  )
}
