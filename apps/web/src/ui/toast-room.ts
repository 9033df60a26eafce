const messagesOf = () => document.querySelector<HTMLElement>('[data-messages]')

/**
 * Moves messages left of what is at the right edge of the page, by so many pixels, and gives what moves them back.
 * Only their own element is styled: set on the page, all of it would have to be styled again.
 */
export function makeRoomBeside(pixels: number): () => void {
  const messages = messagesOf()
  messages?.style.setProperty('--panel-width', `${pixels}px`)
  return () => messages?.style.removeProperty('--panel-width')
}

/** The widths of the open drawers, in pixels; 0 for a dialog, which is in the middle. */
const overlays: number[] = []

function besideOverlays(): void {
  const messages = messagesOf()
  messages?.toggleAttribute('data-overlaid', overlays.length > 0)
  messages?.style.setProperty('--drawer-width', `${Math.max(0, ...overlays)}px`)
}

/**
 * Moves messages left of a drawer, and to the top where there is no room beside it or a dialog, so that they
 * never cover the buttons at its foot; gives what moves them back.
 */
export function makeRoomForOverlay(drawerWidth = 0): () => void {
  overlays.push(drawerWidth)
  besideOverlays()
  return () => {
    overlays.splice(overlays.indexOf(drawerWidth), 1)
    besideOverlays()
  }
}

/** What messages must not cover at the lower edge of the page. */
const kept = new Set<HTMLElement>()

/** Messages reach so far up; what ends above is not covered anyway. Pixels. */
const reach = 160

function lift(): void {
  const { innerHeight } = window
  const tops = [...kept].flatMap((element) => {
    const { top, bottom } = element.getBoundingClientRect()
    return bottom > innerHeight - reach ? [innerHeight - top] : []
  })
  messagesOf()?.style.setProperty('--toast-lift', `${Math.ceil(Math.max(0, ...tops))}px`)
}

/** Keeps messages above an element at the lower edge of the page, wherever it moves; gives what ends that. */
export function keepClear(element: HTMLElement | null): () => void {
  if (!element) return () => undefined
  const watch = new ResizeObserver(lift)
  kept.add(element)
  watch.observe(element)
  // Rows and bars above or below it come and go, and move it.
  for (const around of new Set([element.parentElement, element.offsetParent]))
    if (around) watch.observe(around)
  element.addEventListener('animationend', lift)
  lift()
  return () => {
    kept.delete(element)
    watch.disconnect()
    element.removeEventListener('animationend', lift)
    lift()
  }
}
