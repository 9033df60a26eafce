import { isLinkAddress } from '@steward/rich-text'

/** An address as people type it, made whole; undefined where it can be none. */
export function readLinkAddress(typed: string): string | undefined {
  const text = typed.trim()
  const guesses = [text, ...(/^[^\s@/]+@[^\s@/]+$/.test(text) ? [`mailto:${text}`] : [])]
  if (/^[\w-]+(?:\.[\w-]+)+(?:[/:?#]|$)/.test(text)) guesses.push(`https://${text}`)
  return guesses.find(isLinkAddress)
}

const openings: Readonly<Record<string, string>> = { ')': '(', ']': '[' }

const countOf = (text: string, sign: string): number => text.split(sign).length - 1

/** An address with the closing brackets that follow it as far as they close what is opened in it. */
export function withOwnBrackets(address: string, after: string): string {
  let whole = address
  for (const sign of after) {
    const opening = openings[sign]
    if (opening === undefined || countOf(whole, opening) <= countOf(whole, sign)) break
    whole += sign
  }
  return whole
}

/** The addresses in a text, without the signs behind them that belong to the sentence. */
export function addressesIn(text: string): { index: number; text: string }[] {
  return Array.from(text.matchAll(/https?:\/\/[^\s<>"]+[^\s<>".,;:!?)\]]/g), ({ 0: address, index }) => ({
    index,
    text: withOwnBrackets(address, text.slice(index + address.length)),
  }))
}
