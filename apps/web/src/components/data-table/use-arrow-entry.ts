import { useEffect, type RefObject } from 'react'

/** The down arrow goes to the rows while nothing on the page has the focus but its heading. */
export function useArrowEntry(grid: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    function enter(event: KeyboardEvent) {
      if (event.key !== 'ArrowDown' || event.defaultPrevented || event.shiftKey) return
      if (event.ctrlKey || event.metaKey || event.altKey) return
      const focused = document.activeElement
      if (!focused?.matches('body, h1')) return
      event.preventDefault()
      grid.current?.focus({ preventScroll: true })
    }
    document.addEventListener('keydown', enter)
    return () => document.removeEventListener('keydown', enter)
  }, [grid])
}
