import { useEffect, type RefObject } from 'react'

/** The down arrow goes to the rows while nothing has the focus but the heading of the page, or what leads to them. */
export function useArrowEntry(grid: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    function enter(event: KeyboardEvent) {
      if (event.key !== 'ArrowDown' || event.defaultPrevented || event.shiftKey) return
      if (event.ctrlKey || event.metaKey || event.altKey) return
      const focused = document.activeElement
      if (!focused?.matches('body, h1, [data-leads-to-rows]')) return
      event.preventDefault()
      grid.current?.focus({ preventScroll: true })
    }
    document.addEventListener('keydown', enter)
    return () => document.removeEventListener('keydown', enter)
  }, [grid])
}
