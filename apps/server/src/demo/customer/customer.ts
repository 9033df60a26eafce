import { cell, numberCell, required, rowsBy, type Row } from '../demo.file.ts'
import { addressOfName } from '../demo.people.ts'
import type { DemoSource } from '../demo.source.ts'

/** Days before the demo was loaded at which the records of the longest customers were created. */
const longestDays = 400

/** Days before the load at which the company itself began: before its first records, and their first scores. */
export const companyDays = longestDays + 30

const dayMs = 24 * 3600 * 1000

/** When the demo was loaded, and who its reader is: the first administrator. */
export interface Present {
  anchor: Date
  me: string
}

/** A customer of the demo with what its file says, in days from the day on which the demo was loaded. */
export interface Customer {
  /** Its place in the file, by which texts differ from customer to customer. */
  nth: number
  externalId: string
  row: Row
  /** Addresses. */
  owner: string
  formerOwner: string | null
  contacts: readonly Row[]
  contractStart: number
  renewal: number
  /** When the record was created, as days ago. */
  since: number
}

/** The former owners of accounts that were handed over recently. */
const formerOwners: Readonly<Record<string, string>> = { 'Calder and Moss': 'Jonas Lindqvist' }

/** The leader of the team. */
export const teamLead = 'Priya Nair'

/** The id of a customer by its website. */
const customerIdOf = (website: string): string => `cus-${required(website.split('.')[0], 'a website')}`

export function listCustomers(
  { customers, customerContacts }: DemoSource,
  { me }: Pick<Present, 'me'>,
): Customer[] {
  const contactsOf = rowsBy(customerContacts, 'account')
  const addressOf = (owner: string) => (owner === 'me' ? me : addressOfName(owner))
  return customers.map((row, nth) => {
    const name = cell(row, 'account')
    const former = formerOwners[name]
    const renewal = required(numberCell(row, 'renewal_in') ?? undefined, 'a renewal')
    const years = required(numberCell(row, 'years') ?? undefined, 'the years of a contract')
    const contractStart = renewal - 365 * years
    return {
      nth,
      externalId: customerIdOf(cell(row, 'website')),
      row,
      owner: addressOf(cell(row, 'owner')),
      formerOwner: former ? addressOfName(former) : null,
      contacts: contactsOf.get(name) ?? [],
      contractStart,
      renewal,
      since: Math.min(longestDays, 14 - contractStart),
    }
  })
}

/** An instant some days from the day of another, at an hour in UTC. */
export function daysFrom(anchor: Date, days: number, hour = 9): Date {
  const day = new Date(anchor.getTime() + days * dayMs).toISOString().slice(0, 10)
  return new Date(`${day}T${String(hour).padStart(2, '0')}:00:00.000Z`)
}

/** The day some days from another, as YYYY-MM-DD. */
export const dayFrom = (anchor: Date, days: number): string =>
  daysFrom(anchor, days).toISOString().slice(0, 10)
