import type { MailAddress } from '@steward/contracts/email'
import { isNamedAddress, readNamedAddress } from '@steward/contracts/plain/email-address'

/** Whether a mail can be sent there. */
export const isAddress = isNamedAddress

/** The people in a text that was typed or pasted, separated by commas, semicolons or lines. */
export function readAddresses(text: string): MailAddress[] {
  return text
    .split(/[,;\n]+/)
    .map((part) => part.trim())
    .filter(Boolean)
    .map(readNamedAddress)
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
