import { useEffect } from 'react'

let dirtyCount = 0

/** Whether some form on the page holds work that is not saved yet. */
export function hasUnsavedWork(): boolean {
  return dirtyCount > 0
}

function warn(event: BeforeUnloadEvent): void {
  event.preventDefault()
}

/** Marks the page as holding unsaved work while `dirty`: leaving it warns, a new version waits. */
export function useDirty(dirty: boolean): void {
  useEffect(() => {
    if (!dirty) return
    dirtyCount += 1
    if (dirtyCount === 1) window.addEventListener('beforeunload', warn)
    return () => {
      dirtyCount -= 1
      if (dirtyCount === 0) window.removeEventListener('beforeunload', warn)
    }
  }, [dirty])
}
