import { useRef, type ReactNode, type RefObject } from 'react'
import { Menu as BaseMenu } from '@base-ui/react/menu'
import { Popover as BasePopover } from '@base-ui/react/popover'
import { cx } from './cx.ts'
import { useFocusAtOnce, useFocusBefore, useFocusInMenu } from './focus-at-once.ts'
import { popupClass, popupPlace } from './option-row.tsx'

type AnchoredPopoverProps = {
  /** Where it hangs; null closes it. */
  anchor: Element | null
  /** `dropped` is true when Escape closed it. */
  onClose: (dropped: boolean) => void
  label: string
  align?: 'start' | 'center' | 'end'
  /** false leaves the focus where it is. */
  takesFocus?: boolean
  /** Where the focus goes afterwards. */
  finalFocus?: RefObject<HTMLElement | null>
  className?: string
  children: ReactNode
}

/** A popover without a button of its own: one serves every cell or chip of a screen. */
export function AnchoredPopover({
  anchor,
  onClose,
  label,
  align = 'start',
  takesFocus = true,
  finalFocus,
  className,
  children,
}: AnchoredPopoverProps) {
  const popup = useRef<HTMLDivElement>(null)
  const focusBefore = useFocusBefore(anchor !== null, popup, () => finalFocus?.current)
  const focusFirst = useFocusAtOnce(popup)
  return (
    <BasePopover.Root
      open={anchor !== null}
      onOpenChange={(open, { reason }) => !open && onClose(reason === 'escape-key')}
    >
      <BasePopover.Portal>
        <BasePopover.Positioner anchor={anchor} align={align} {...popupPlace}>
          <BasePopover.Popup
            ref={popup}
            aria-label={label}
            initialFocus={takesFocus && focusFirst}
            finalFocus={takesFocus && focusBefore}
            className={cx(
              popupClass,
              'flex max-h-(--available-height) max-w-(--available-width) flex-col',
              className,
            )}
          >
            {children}
          </BasePopover.Popup>
        </BasePopover.Positioner>
      </BasePopover.Portal>
    </BasePopover.Root>
  )
}

type AnchoredMenuProps = {
  anchor: Element | null
  onClose: () => void
  align?: 'start' | 'center' | 'end'
  finalFocus?: RefObject<HTMLElement | null>
  children: ReactNode
}

/** A menu without a button of its own; holds the items of `menu`. */
export function AnchoredMenu({ anchor, onClose, align = 'start', finalFocus, children }: AnchoredMenuProps) {
  const popup = useRef<HTMLDivElement>(null)
  const focusBefore = useFocusBefore(anchor !== null, popup, () => finalFocus?.current)
  useFocusInMenu(anchor !== null, popup)
  return (
    <BaseMenu.Root modal={false} open={anchor !== null} onOpenChange={(open) => !open && onClose()}>
      <BaseMenu.Portal>
        <BaseMenu.Positioner anchor={anchor} align={align} {...popupPlace}>
          <BaseMenu.Popup
            ref={popup}
            finalFocus={focusBefore}
            className={cx(popupClass, 'max-h-(--available-height) min-w-44 overflow-y-auto p-1')}
          >
            {children}
          </BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  )
}
