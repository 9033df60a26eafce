import { useState, type RefObject } from 'react'

/**
 * Where the focus goes when a popup closes: to what had it before, unless it went elsewhere meanwhile. Content may take
 * the focus as soon as it is there, which is before the library looks for what had it.
 */
export function useFocusBefore(isOpen: boolean, popup: RefObject<HTMLElement | null>) {
  const [shown, setShown] = useState<{ isOpen: boolean; before: Element | null }>({
    isOpen: false,
    before: null,
  })
  if (shown.isOpen !== isOpen) {
    setShown({ isOpen, before: isOpen ? document.activeElement : shown.before })
  }
  return () => {
    const now = document.activeElement
    if (now !== document.body && !popup.current?.contains(now)) return false
    const { before } = shown
    return before instanceof HTMLElement && before.isConnected && before !== document.body ? before : true
  }
}
