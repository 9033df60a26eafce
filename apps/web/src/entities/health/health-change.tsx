import { IconArrowDown, IconArrowRight, IconArrowUp } from '@tabler/icons-react'
import { cx } from '../../ui/cx.ts'
import { signedText } from './score-words.ts'

/** How far a score has moved: an arrow and the difference. */
export function HealthChange({ change }: { change: number }) {
  const Arrow = change === 0 ? IconArrowRight : change > 0 ? IconArrowUp : IconArrowDown
  const color = change === 0 ? 'text-2' : change > 0 ? 'text-good' : 'text-poor'
  return (
    <span data-health="" className={cx('tabular inline-flex items-center gap-1 whitespace-nowrap', color)}>
      <Arrow size={14} aria-hidden />
      {signedText(change)}
    </span>
  )
}
