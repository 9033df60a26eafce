import type { MailAddress } from '@steward/contracts/email'
import { longestEmail } from '@steward/contracts/plain/email-address'

const named = /^([^<>]*)<([^<>]+)>$/
const pattern = /^[^\s@<>,;:()[\]\\"]+@[^\s@<>,;:()[\]\\"]+\.[^\s@<>,;:()[\]\\"]+$/

/** Whether a mail can be sent there. */
export const isAddress = ({ address }: MailAddress): boolean =>
  address.length <= longestEmail && pattern.test(address)

/** The people in a text that was typed or pasted, separated by commas, semicolons or lines. */
export function readAddresses(text: string): MailAddress[] {
  return text
    .split(/[,;\n]+/)
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => {
      const [, name = '', address = part] = named.exec(part) ?? []
      return { name: name.trim().replaceAll(/^"|"$/g, '').trim(), address: address.trim() }
    })
}

const keyOf = ({ address }: MailAddress) => address.toLowerCase()

/** A list with more people, each once. */
export function withMore(list: readonly MailAddress[], more: readonly MailAddress[]): MailAddress[] {
  const known = new Set(list.map(keyOf))
  const added = more.filter((one) => !known.has(keyOf(one)) && known.add(keyOf(one)))
  return [...list, ...added]
}

/** Ada Byron, or the address where there is not a name. */
export const nameOf = ({ name, address }: MailAddress): string => name || address || 'Unknown sender'

export const fullAddress = ({ name, address }: MailAddress): string =>
  name ? `${name} <${address}>` : address
