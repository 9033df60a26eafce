import { IconStar, IconStarFilled } from '@tabler/icons-react'
import type { Segment } from '@steward/contracts/segment'
import { cx } from '../../ui/cx.ts'
import { useTogglePin } from './use-pin.ts'

/** The star of a segment, full while it is pinned. */
export function PinButton({ segment }: { segment: Pick<Segment, 'segmentId' | 'isPinned' | 'name'> }) {
  const toggle = useTogglePin()
  const { isPinned, name } = segment
  return (
    <button
      type="button"
      aria-pressed={isPinned}
      aria-label={`Pin ${name}`}
      data-tooltip={isPinned ? 'Unpin' : 'Pin'}
      onClick={() => void toggle(segment)}
      className={cx(
        'flex size-7 shrink-0 items-center justify-center rounded-control hover:bg-line',
        isPinned ? 'text-accent-text' : 'text-3 hover:text-1',
      )}
    >
      {isPinned ? <IconStarFilled size={16} aria-hidden /> : <IconStar size={16} aria-hidden />}
    </button>
  )
}
