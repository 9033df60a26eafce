import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import { Dialog as Base } from '@base-ui/react/dialog'
import { IconX } from '@tabler/icons-react'
import { Button } from './button.tsx'
import { Dialog, backdropClass } from './dialog.tsx'
import { useDirty } from './dirty.ts'
import { useFocusAtOnce, useFocusBefore } from './focus-at-once.ts'
import { IconButton } from './icon-button.tsx'
import { makeRoomForOverlay } from './toast-room.ts'

type DrawerProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  /** Stays visible under the scrolling content; the main button last. */
  footer?: ReactNode
  /** Asks before closing, and holds back a page reload. */
  dirty?: boolean
  /** Pixels. */
  width?: number
  initialFocus?: RefObject<HTMLElement | null>
  children: ReactNode
}

/** A modal form at the right edge. The caller closes it after saving; every other way out asks when dirty. */
export function Drawer({
  open,
  onOpenChange,
  title,
  footer,
  dirty = false,
  width = 460,
  initialFocus,
  children,
}: DrawerProps) {
  const [asking, setAsking] = useState(false)
  const popup = useRef<HTMLDivElement>(null)
  const focusBefore = useFocusBefore(open, popup)
  const focusFirst = useFocusAtOnce(popup, initialFocus)
  useDirty(open && dirty)
  useEffect(() => (open ? makeRoomForOverlay(width) : undefined), [open, width])

  function leave() {
    setAsking(false)
    onOpenChange(false)
  }

  return (
    <Base.Root
      open={open}
      onOpenChange={(next, details) => {
        if (!next && dirty) {
          details.cancel()
          setAsking(true)
        } else onOpenChange(next)
      }}
    >
      <Base.Portal>
        <Base.Backdrop className={backdropClass} />
        <Base.Popup
          ref={popup}
          initialFocus={focusFirst}
          finalFocus={focusBefore}
          className="slide-in fixed inset-y-0 right-0 z-40 flex w-full flex-col border-l border-line bg-surface shadow-dialog outline-none"
          style={{ maxWidth: width }}
        >
          <header className="flex h-12 shrink-0 items-center gap-3 border-b border-line pr-12 pl-5">
            <Base.Title className="min-w-0 flex-1 truncate text-title font-semibold">{title}</Base.Title>
          </header>
          <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 py-5">{children}</div>
          {footer && (
            <footer className="flex shrink-0 items-center justify-end gap-2 border-t border-line px-5 py-3">
              {footer}
            </footer>
          )}
          {/* After the form, so that its first field gets the focus. */}
          <Base.Close
            render={
              <IconButton
                label="Close"
                size="sm"
                icon={<IconX aria-hidden />}
                className="absolute top-2.5 right-2.5"
              />
            }
          />
          <Dialog
            open={asking}
            onOpenChange={setAsking}
            title="Discard your changes?"
            description="This form has unsaved changes."
            footer={
              <>
                <Button onClick={() => setAsking(false)}>Keep editing</Button>
                <Button variant="danger" onClick={leave}>
                  Discard
                </Button>
              </>
            }
          />
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
