import type { ReactNode } from 'react'
import { Slider as Base } from '@base-ui/react/slider'

type RangeSliderProps = {
  /** The lower and the upper value. */
  value: readonly [number, number]
  onChange: (value: [number, number]) => void
  min: number
  max: number
  step: number
  /** What each end is, for assistive technology. */
  labels: readonly [string, string]
  disabled?: boolean
  /** Lies behind the thumbs, as wide and high as the track. */
  children?: ReactNode
}

const thumb =
  'size-4 rounded-full border-2 border-(--ink) bg-surface has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-text data-disabled:border-edge'

/** Two values of one range, by the pointer or the arrow keys. */
export function RangeSlider({
  value,
  onChange,
  min,
  max,
  step,
  labels,
  disabled,
  children,
}: RangeSliderProps) {
  return (
    <Base.Root
      value={value}
      onValueChange={(next) => onChange([next[0]!, next[1]!])}
      min={min}
      max={max}
      step={step}
      minStepsBetweenValues={1}
      disabled={disabled}
      thumbAlignment="center"
    >
      <Base.Control className="flex h-6 w-full touch-none items-center select-none">
        <Base.Track className="relative h-2 w-full">
          <span className="absolute inset-0 overflow-hidden rounded-full bg-line">{children}</span>
          {labels.map((label, index) => (
            <Base.Thumb key={label} index={index} getAriaLabel={() => label} className={thumb} />
          ))}
        </Base.Track>
      </Base.Control>
    </Base.Root>
  )
}
