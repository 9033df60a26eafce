import { useState, type UIEvent } from 'react'
import { useNarrow } from '../../../components/narrow.ts'

/** How far content is scrolled before the header shrinks, and how near its start before it grows again. Pixels. */
const [shrinksAt, growsAt] = [64, 8]
/** The header gives this much room to the content; with less to scroll, it would grow again at once. */
const leastToScroll = 320

type Scrolled = Pick<HTMLElement, 'scrollTop' | 'scrollHeight' | 'clientHeight'>

/** Whether the header is small after content was scrolled. */
export function isSmallAfter(before: boolean, { scrollTop, scrollHeight, clientHeight }: Scrolled): boolean {
  if (before) return scrollTop > growsAt
  return scrollTop > shrinksAt && scrollHeight - clientHeight >= leastToScroll
}

/** On a phone the header of a record shrinks while its content is read, and grows at the start of it. */
export function useSmallHeader() {
  const isNarrow = useNarrow()
  const [isSmall, setSmall] = useState(false)
  return {
    isSmall: isNarrow && isSmall,
    grow: () => setSmall(false),
    onScroll({ target }: UIEvent) {
      if (!(target instanceof HTMLElement) || target.role === 'tablist') return
      setSmall((before) => isSmallAfter(before, target))
    },
  }
}
