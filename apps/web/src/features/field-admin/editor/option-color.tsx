import { optionColorClass, optionColors } from '../../../entities/value/index.ts'
import { AnchoredPopover } from '../../../ui/anchored.tsx'
import { cx } from '../../../ui/cx.ts'

/** A square in an option's color; an outline where it has none. */
export function ColorSquare({ color }: { color: string | null }) {
  return (
    <span
      aria-hidden
      className={cx('size-3 rounded-[3px]', optionColorClass(color) ?? 'border border-dashed border-edge')}
    />
  )
}

/** What assistive technology calls a color. */
export function colorName(color: string | null): string {
  const at = optionColors.indexOf(color ?? '')
  return at === -1 ? 'no color' : `color ${at + 1}`
}

type ColorPopoverProps = {
  anchor: Element | null
  color: string | null
  onPick: (color: string | null) => void
  onClose: () => void
}

/** Seven squares: no color, and the six of the theme. */
export function ColorPopover({ anchor, color, onPick, onClose }: ColorPopoverProps) {
  return (
    <AnchoredPopover anchor={anchor} label="Color" onClose={onClose} className="p-1.5">
      <div role="group" aria-label="Colors" className="flex gap-0.5">
        {[null, ...optionColors].map((one) => (
          <button
            key={one ?? 'none'}
            type="button"
            aria-label={colorName(one)}
            aria-pressed={one === color}
            onClick={() => {
              onPick(one)
              onClose()
            }}
            className="flex size-7 items-center justify-center rounded-control hover:bg-raised-hover aria-pressed:bg-accent-soft"
          >
            <ColorSquare color={one} />
          </button>
        ))}
      </div>
    </AnchoredPopover>
  )
}
