/** Characters. */
export const longestEmail = 320

const pattern = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

/** Whether a text has the form of an e-mail address: no spaces, an at sign, then a domain with a dot. */
export function isEmailAddress(text: string): boolean {
  return text.length <= longestEmail && pattern.test(text)
}
