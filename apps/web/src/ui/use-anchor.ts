import { useRef, useState, type MouseEvent } from 'react'
import { catchKeys } from './typed-ahead.ts'

/**
 * Opens a menu or popover that hangs from a plain button, so that its code loads only when
 * someone opens it. `used` stays true from the first opening on.
 */
export function useAnchor(kind: 'menu' | 'dialog') {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [used, setUsed] = useState(false)
  const wasOpen = useRef(false)

  const open = (element: HTMLElement) => {
    // Its code is still to come, and keys that follow at once are for the menu.
    if (kind === 'menu' && !used) catchKeys()
    setUsed(true)
    setAnchor(element)
  }

  return {
    anchor,
    used,
    open,
    close: () => setAnchor(null),
    button: {
      'aria-haspopup': kind,
      'aria-expanded': anchor !== null,
      'data-popup-open': anchor === null ? undefined : '',
      // A press on the button closes what is open before the click arrives, which must not open it again.
      onPointerDown() {
        wasOpen.current = anchor !== null
      },
      onClick(event: MouseEvent<HTMLElement>) {
        if (!wasOpen.current) open(event.currentTarget)
        wasOpen.current = false
      },
    },
  } as const
}
