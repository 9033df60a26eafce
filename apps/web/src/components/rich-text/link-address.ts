import { isLinkAddress } from '@steward/rich-text'

/** An address as people type it, made whole; undefined where it can be none. */
export function readLinkAddress(typed: string): string | undefined {
  const text = typed.trim()
  const guesses = [text, ...(/^[^\s@/]+@[^\s@/]+$/.test(text) ? [`mailto:${text}`] : [])]
  if (/^[\w-]+(?:\.[\w-]+)+(?:[/:?#]|$)/.test(text)) guesses.push(`https://${text}`)
  return guesses.find(isLinkAddress)
}
