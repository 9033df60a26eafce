import { isEmailAddress } from '@steward/contracts/plain/email-address'

function bare(word: string): string {
  return word
    .trim()
    .replace(/^mailto:/i, '')
    .replace(/^['"([]+/, '')
    .replace(/['")\].:]+$/, '')
}

const wordsIn = (text: string) => text.split(/\s+/).map(bare).filter(Boolean)

/** What is in angle brackets, and the addresses that stand bare before and after it. */
function bracketed(part: string): string[] {
  const found: string[] = []
  for (const piece of part.split('>')) {
    const [before = '', ...inside] = piece.split('<')
    found.push(...wordsIn(before).filter((word) => isEmailAddress(word)), ...inside.map(bare))
  }
  return found.filter(Boolean)
}

/**
 * The addresses of a text: separated by commas, semicolons, blanks or lines, also as
 * `Name <a@b.c>`. What looks like no address is there too, so that it can be corrected.
 */
export function addressesIn(text: string): string[] {
  const parts = text.replaceAll(/"[^"\r\n]*"/g, ' ').split(/[,;\r\n]/)
  return parts.flatMap((part, index) => {
    if (part.includes('<')) return bracketed(part)
    // "Berg, Nora <nora@example.com>": the first half of a name is not an address.
    const isName = !part.includes('@') && (parts[index + 1]?.includes('<') ?? false)
    return isName ? [] : wordsIn(part)
  })
}

/** Whether what is typed so far ends with something that ends an address. */
export function endsEntry(text: string): boolean {
  // Inside `Name <…` a blank ends nothing.
  if (text.lastIndexOf('<') > text.lastIndexOf('>')) return false
  return /[,;\n>]$/.test(text) || /@\S+\s$/.test(text)
}
