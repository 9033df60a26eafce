import { useEffect, useRef, type ReactNode, type RefObject } from 'react'
import { Dialog as Base } from '@base-ui/react/dialog'
import { IconX } from '@tabler/icons-react'
import { cx } from './cx.ts'
import { useFocusAtOnce, useFocusBefore } from './focus-at-once.ts'
import { IconButton } from './icon-button.tsx'
import { makeRoomForOverlay } from './toast-room.ts'

export const backdropClass = 'fade-in fixed inset-0 z-40 bg-scrim'

type DialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  description?: ReactNode
  /** Buttons, the main one last. */
  footer?: ReactNode
  /** false: neither Esc nor a press outside closes it, and there is no close button. */
  dismissable?: boolean
  /** Pixels. */
  width?: number
  initialFocus?: RefObject<HTMLElement | null>
  /** What has the focus afterwards; without it, what had it before. */
  finalFocus?: () => HTMLElement | null
  children?: ReactNode
}

/** A small modal: one question, or one or two fields. */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  footer,
  dismissable = true,
  width = 440,
  initialFocus,
  finalFocus,
  children,
}: DialogProps) {
  const popup = useRef<HTMLDivElement>(null)
  const focusBefore = useFocusBefore(open, popup, finalFocus)
  const focusFirst = useFocusAtOnce(popup, initialFocus)
  useEffect(() => (open ? makeRoomForOverlay() : undefined), [open])
  return (
    <Base.Root
      open={open}
      onOpenChange={(next, details) => {
        if (!next && !dismissable) return details.cancel()
        onOpenChange(next)
      }}
      disablePointerDismissal={!dismissable}
    >
      <Base.Portal>
        <Base.Backdrop className={backdropClass} forceRender />
        <Base.Popup
          ref={popup}
          initialFocus={focusFirst}
          finalFocus={finalFocus ?? focusBefore}
          className="pop-in fixed inset-x-4 top-[max(1rem,18dvh)] z-40 mx-auto flex max-h-[75dvh] flex-col rounded-dialog border border-line bg-raised shadow-dialog outline-none"
          style={{ maxWidth: width }}
        >
          <div className="flex items-start gap-3 px-5 pt-4">
            <div className="flex min-w-0 flex-1 flex-col gap-1 pt-0.5 pr-8">
              <Base.Title className="text-lead font-semibold text-balance">{title}</Base.Title>
              {description && <Base.Description className="text-body text-2">{description}</Base.Description>}
            </div>
          </div>
          <div className={cx('min-h-0 overflow-y-auto px-5 pb-5', children ? 'pt-4' : '')}>{children}</div>
          {footer && <div className="flex justify-end gap-2 px-5 pb-4">{footer}</div>}
          {/* Last, so that the dialog opens with the focus on its content. */}
          {dismissable && (
            <IconButton
              label="Close"
              size="sm"
              icon={<IconX aria-hidden />}
              className="absolute top-4 right-3.5"
              onClick={() => onOpenChange(false)}
            />
          )}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
