import { useCallback, useRef, type RefObject } from 'react'

/** Says what happened to who cannot see it: `ref` goes on an element with role status. */
export function useAnnouncer(): {
  ref: RefObject<HTMLParagraphElement | null>
  announce: (text: string) => void
} {
  const ref = useRef<HTMLParagraphElement>(null)
  const announce = useCallback((text: string) => {
    const place = ref.current
    if (!place) return
    // The same sentence twice is said twice.
    place.textContent = place.textContent === text ? `${text}\u00A0` : text
  }, [])
  return { ref, announce }
}
