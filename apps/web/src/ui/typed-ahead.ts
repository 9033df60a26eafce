import { flushSync } from 'react-dom'

/** How long keys are caught for something that does not open. Milliseconds. */
const longest = 3000

const caughtKeys = new Set(['Enter', 'Backspace', 'ArrowDown', 'ArrowUp'])

let caught: string[] = []
let since: number | null = null

function stop(): void {
  since = null
  caught = []
  window.removeEventListener('keydown', onKeyDown, true)
  window.removeEventListener('pointerdown', stop, true)
}

function onKeyDown(event: KeyboardEvent): void {
  if (since === null || event.key === 'Escape' || performance.now() - since > longest) return stop()
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
  if (event.key.length > 1 && !caughtKeys.has(event.key)) return
  event.preventDefault()
  event.stopImmediatePropagation()
  caught.push(event.key)
}

/**
 * Keeps the keys pressed from now on until `replayKeys`, for something that still opens. People who press a
 * shortcut type on at once, and the letters must neither be lost nor be shortcuts themselves.
 */
export function catchKeys(): void {
  stop()
  since = performance.now()
  window.addEventListener('keydown', onKeyDown, true)
  window.addEventListener('pointerdown', stop, true)
}

function pressAgain(key: string): void {
  const target = document.activeElement
  if (!target) return
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
  if (!target.dispatchEvent(event) || !(target instanceof HTMLInputElement)) return
  // The one way to type into a box so that the browser and React both take it for typing.
  if (key.length === 1) document.execCommand('insertText', false, key)
  else if (key === 'Backspace') document.execCommand('delete')
}

/** Types the keys that were caught, where the focus is now. */
export function replayKeys(): void {
  if (since === null) return
  const keys = caught
  stop()
  if (keys.length > 0) queueMicrotask(() => keys.forEach((key) => flushSync(() => pressAgain(key))))
}
