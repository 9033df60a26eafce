import { useEffect, useRef, type RefObject } from 'react'

type ClipboardActs = {
  copy: (data: DataTransfer) => boolean
  paste: (data: DataTransfer) => boolean
}

/**
 * Copy and paste while the grid has the focus. A browser dispatches them at the body where no text is
 * selected, so they are received there.
 */
export function useGridClipboard(grid: RefObject<HTMLElement | null>, acts: ClipboardActs): void {
  const latest = useRef(acts)
  useEffect(() => {
    latest.current = acts
  })
  useEffect(() => {
    const listen = (act: keyof ClipboardActs) => (event: ClipboardEvent) => {
      if (document.activeElement !== grid.current || !event.clipboardData) return
      if (latest.current[act](event.clipboardData)) event.preventDefault()
    }
    const onCopy = listen('copy')
    const onPaste = listen('paste')
    document.addEventListener('copy', onCopy)
    document.addEventListener('paste', onPaste)
    return () => {
      document.removeEventListener('copy', onCopy)
      document.removeEventListener('paste', onPaste)
    }
  }, [grid])
}
