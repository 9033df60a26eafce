import type { ReactNode } from 'react'
import { cx } from './cx.ts'

const tones = {
  neutral: 'bg-none-soft text-none',
  accent: 'bg-accent-soft text-accent-text',
  good: 'bg-good-soft text-good',
  average: 'bg-average-soft text-average',
  poor: 'bg-poor-soft text-poor',
  info: 'bg-info-soft text-info',
}

export type Tone = keyof typeof tones

export function toneClass(tone: Tone): string {
  return tones[tone]
}

/** A count or a short word beside something. */
export function Badge({
  tone = 'neutral',
  className,
  children,
}: {
  tone?: Tone
  className?: string
  children: ReactNode
}) {
  return (
    <span
      className={cx(
        'tabular inline-flex h-4.5 min-w-4.5 items-center justify-center rounded-full px-1.5 text-meta font-medium',
        tones[tone],
        className,
      )}
    >
      {children}
    </span>
  )
}
