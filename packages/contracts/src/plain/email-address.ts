/** Characters. */
export const longestEmail = 320
/** Characters of a name before an address. */
const longestName = 255

/**
 * No spaces, an at sign, then a domain with a dot. What could end a header or an address early, or be read as
 * another address (brackets, quotes, commas), is in none of its parts.
 */
const part = String.raw`[^\s@<>,;:()[\]\\"\p{Cc}]+`
const pattern = new RegExp(`^${part}@${part}\\.${part}$`, 'u')

/** Whether a text is an e-mail address to which a mail can be sent. */
export function isEmailAddress(text: string): boolean {
  return text.length <= longestEmail && text.isWellFormed() && pattern.test(text)
}

/** An address, and whose it is as far as a text says. */
export interface NamedAddress {
  name: string
  address: string
}

const named = /^([^<>]*)<([^<>]+)>$/

/** `Ada Byron <ada@example.com>` or the address alone; whether it is one is for `isNamedAddress`. */
export function readNamedAddress(text: string): NamedAddress {
  const whole = text.trim()
  const [, name = '', address = whole] = named.exec(whole) ?? []
  return { name: name.trim().replaceAll(/^"|"$/g, '').trim(), address: address.trim() }
}

/** Whether a mail can be sent there under this name. */
export function isNamedAddress({ name, address }: NamedAddress): boolean {
  return isEmailAddress(address) && name.length <= longestName && !/\p{Cc}/u.test(name)
}
