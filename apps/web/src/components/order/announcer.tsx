import { useCallback, useState } from 'react'

/** A polite live region, and a way to say something in it. */
export function useAnnouncer() {
  const [text, setText] = useState('')
  const announce = useCallback((next: string) => setText(next), [])
  return [
    <span key="announcer" role="status" className="hidden-text">
      {text}
    </span>,
    announce,
  ] as const
}

/** What is said when something was moved: "Region, 2 of 7". */
export function placeText(name: string, at: number, all: number): string {
  return `${name}, ${at + 1} of ${all}`
}
