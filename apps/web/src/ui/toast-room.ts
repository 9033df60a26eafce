const places = { beside: '--panel-width', below: '--toast-lift' } as const

/**
 * Moves messages out of the way of what is at the edge of the page, by so many pixels, and gives what
 * moves them back. Only their own element is styled: set on the page, all of it would have to be styled again.
 */
export function makeRoom(side: keyof typeof places, pixels: number): () => void {
  const messages = document.querySelector<HTMLElement>('[data-messages]')
  messages?.style.setProperty(places[side], `${pixels}px`)
  return () => messages?.style.removeProperty(places[side])
}
