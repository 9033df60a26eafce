import { IconLock, IconWorld } from '@tabler/icons-react'
import { cx } from '../../ui/cx.ts'

/** Who sees a segment: a lock and Private, or a globe and Public. */
export function Visibility({ isPrivate, className }: { isPrivate: boolean; className?: string }) {
  const Mark = isPrivate ? IconLock : IconWorld
  return (
    <span
      className={cx('inline-flex shrink-0 items-center gap-1 text-label text-2', className)}
      data-tooltip={isPrivate ? 'Visible to its creator only' : 'Visible to everyone in your company'}
    >
      <Mark size={14} className="text-3" aria-hidden />
      {isPrivate ? 'Private' : 'Public'}
    </span>
  )
}
