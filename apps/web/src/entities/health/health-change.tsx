import { IconArrowDown, IconArrowRight, IconArrowUp } from '@tabler/icons-react'
import { cx } from '../../ui/cx.ts'
import { directionOf, signedText } from './score-words.ts'

/** How far a score has moved: an arrow and the difference. */
export function HealthChange({ change }: { change: number }) {
  const direction = directionOf(change)
  const Arrow = direction === 0 ? IconArrowRight : direction > 0 ? IconArrowUp : IconArrowDown
  const color = direction === 0 ? 'text-2' : direction > 0 ? 'text-good' : 'text-poor'
  return (
    <span data-health="" className={cx('tabular inline-flex items-center gap-1 whitespace-nowrap', color)}>
      <Arrow size={14} aria-hidden />
      {signedText(change)}
    </span>
  )
}
