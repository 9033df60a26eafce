import { flushSync } from 'react-dom'

/**
 * Draws what `change` sets at once, so that the focus can go there before the next key is pressed: anyone who
 * types fast is ahead of the next frame. For the handlers of events only.
 */
export function drawNow(change: () => void): void {
  flushSync(change)
}

/** Puts the focus into the element that a selector finds, if it is there. */
export function focusOn(selector: string): void {
  document.querySelector<HTMLElement>(selector)?.focus()
}
