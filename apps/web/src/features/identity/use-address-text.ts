import { useState } from 'react'
import { useRouter } from '@tanstack/react-router'

/**
 * A search parameter as it is written; text that looks like a number stays text. '' where there is none.
 * Read once: leaving a page changes the address while the page is still shown.
 */
export function useAddressText(name: string): string {
  const { searchStr } = useRouter().state.location
  const [text] = useState(() => new URLSearchParams(searchStr).get(name) ?? '')
  return text
}
