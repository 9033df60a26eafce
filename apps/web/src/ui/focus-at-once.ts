import { useCallback, useLayoutEffect, useState, type RefObject } from 'react'
import { replayKeys } from './typed-ahead.ts'

const tabbable = 'a[href],button,input,select,textarea,[tabindex],[contenteditable="true"]'

function firstTabbable(popup: Element): HTMLElement | undefined {
  return [...popup.querySelectorAll<HTMLElement>(tabbable)].find(
    (element) => element.tabIndex >= 0 && !element.matches(':disabled') && element.checkVisibility(),
  )
}

const holdsFocus = (element: Element | null): boolean => element?.contains(document.activeElement) ?? false

type Opening = 'mouse' | 'touch' | 'pen' | 'keyboard' | ''

/**
 * Gives the focus to what a popup begins with, in the very task that opened it. The library does it a frame later, and
 * the keys of a fast typist would go to what was there before. The returned function is an `initialFocus`: false means
 * that nothing is left to do.
 */
export function useFocusAtOnce(
  popup: RefObject<HTMLElement | null>,
  wanted?: RefObject<HTMLElement | null>,
): (opening: Opening) => boolean {
  return useCallback(
    (opening) => {
      const panel = popup.current
      if (!panel || holdsFocus(panel)) return false
      // A keyboard on the screen comes only once someone touches a box.
      const first = wanted?.current ?? (opening === 'touch' ? panel : firstTabbable(panel)) ?? panel
      first.focus({ preventScroll: first === panel })
      return !holdsFocus(panel)
    },
    [popup, wanted],
  )
}

/** Whether a key opened something; browsers make a click of the key that presses a button. */
export const isByKey = (event: Event): boolean =>
  event.type === 'keydown' || (event.type === 'click' && (event as MouseEvent).detail === 0)

/** Gives the focus to a list of choices in the task that opens it; `byKey`, also to its first choice. */
function useFocusOnOpen(
  isOpen: boolean,
  list: RefObject<HTMLElement | null>,
  byKey?: RefObject<boolean>,
): void {
  useLayoutEffect(() => {
    if (!isOpen) return
    // What the effects of the library change is drawn by then.
    queueMicrotask(() => {
      const popup = list.current
      if (!popup || holdsFocus(popup)) return
      const chosen = popup.querySelector<HTMLElement>(
        '[data-highlighted],[role="option"][aria-selected="true"]',
      )
      const first = byKey?.current
        ? popup.querySelector<HTMLElement>('[role^="menuitem"],[role="option"]')
        : null
      ;(chosen ?? first ?? popup).focus({ preventScroll: true })
      replayKeys()
    })
  }, [isOpen, list, byKey])
}

/** The same for a menu that a program opens; keys that came before its code are typed into it. */
export const useFocusInMenu = (isOpen: boolean, menu: RefObject<HTMLElement | null>): void =>
  useFocusOnOpen(isOpen, menu)

/**
 * Gives the focus to the list that a button opens: to the chosen one, else to the first one where a key opened it.
 * Gives it back to the button as soon as the list is closed. The library does both some frames later, and the keys of
 * a fast typist would go to the button, or be lost with the list.
 */
export function useFocusInList(
  isOpen: boolean,
  byKey: RefObject<boolean>,
  list: RefObject<HTMLElement | null>,
  button: RefObject<HTMLElement | null>,
): void {
  useFocusOnOpen(isOpen, list, byKey)
  useLayoutEffect(() => {
    if (!isOpen && holdsFocus(list.current)) button.current?.focus({ preventScroll: true })
  }, [isOpen, list, button])
}

/**
 * Where the focus goes when a popup closes: to what had it before, unless it went elsewhere meanwhile. Content may take
 * the focus as soon as it is there, which is before the library looks for what had it. It goes there as soon as the
 * popup is closed: the library waits until the popup is gone, and keys that follow would be lost with it.
 */
export function useFocusBefore(
  isOpen: boolean,
  popup: RefObject<HTMLElement | null>,
  wanted?: () => HTMLElement | null | undefined,
): () => HTMLElement | boolean {
  const [shown, setShown] = useState<{ isOpen: boolean; before: Element | null }>({
    isOpen: false,
    before: null,
  })
  if (shown.isOpen !== isOpen) {
    setShown({ isOpen, before: isOpen ? document.activeElement : shown.before })
  }
  const back = () => {
    const now = document.activeElement
    if (now !== document.body && !holdsFocus(popup.current)) return false
    const { before } = shown
    const target = wanted?.() ?? before
    return target instanceof HTMLElement && target.isConnected && target !== document.body ? target : true
  }
  useLayoutEffect(() => {
    if (isOpen || !popup.current) return
    const target = back()
    if (target instanceof HTMLElement) target.focus({ preventScroll: true })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only in the moment in which it closes
  }, [isOpen])
  return back
}
