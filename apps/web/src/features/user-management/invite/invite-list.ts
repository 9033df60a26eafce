import type { RoleId } from '@steward/contracts/plain/permission'
import { isEmailAddress } from '@steward/contracts/plain/email-address'
import type { inviteStatuses } from '@steward/contracts/plain/invite'
import { addressesIn } from './addresses.ts'

export type InviteStatus = (typeof inviteStatuses)[number]

/** One person to invite. What is undefined follows the choice for all. */
export type InviteRow = {
  /** Stays while the address is corrected. */
  key: number
  email: string
  roleId: RoleId | undefined
  displayCurrency: string | undefined
  /** Why the server did not invite them. */
  refusal: string | undefined
}

export type InviteList = {
  rows: readonly InviteRow[]
  /** How many were entered twice and are there once. */
  merged: number
  nextKey: number
}

export const emptyList: InviteList = { rows: [], merged: 0, nextKey: 1 }

const sameAs = (email: string) => email.toLowerCase()

/** Adds the addresses of a text; one that is there already is not added again. */
export function addText(list: InviteList, text: string): InviteList {
  const known = new Set(list.rows.map((row) => sameAs(row.email)))
  const rows = [...list.rows]
  let { merged, nextKey } = list
  for (const email of addressesIn(text)) {
    if (known.has(sameAs(email))) {
      merged += 1
      continue
    }
    known.add(sameAs(email))
    rows.push({ key: nextKey, email, roleId: undefined, displayCurrency: undefined, refusal: undefined })
    nextKey += 1
  }
  return { rows, merged, nextKey }
}

/** Changes one person; a corrected address is a new try, and goes where it is there already. */
export function changeRow(list: InviteList, key: number, change: Partial<InviteRow>): InviteList {
  const { email } = change
  const isThere =
    email !== undefined && list.rows.some((row) => row.key !== key && sameAs(row.email) === sameAs(email))
  if (isThere) return { ...removeRow(list, key), merged: list.merged + 1 }
  const reset = email === undefined ? {} : { refusal: undefined }
  return { ...list, rows: list.rows.map((row) => (row.key === key ? { ...row, ...reset, ...change } : row)) }
}

export function removeRow(list: InviteList, key: number): InviteList {
  return { ...list, rows: list.rows.filter((row) => row.key !== key) }
}

export function statusOf(row: InviteRow, taken: ReadonlySet<string>): InviteStatus {
  if (!isEmailAddress(row.email)) return 'Invalid Email Address'
  return taken.has(sameAs(row.email)) ? 'Already Exists' : 'Valid'
}

/** What is left after an attempt: those who were not invited, each with the reason. */
export function keepRefused(
  list: InviteList,
  refusals: ReadonlyMap<number, string>,
  tried: ReadonlySet<number>,
): InviteList {
  const rows = list.rows
    .filter(({ key }) => !tried.has(key) || refusals.has(key))
    .map((row) => ({ ...row, refusal: refusals.get(row.key) ?? row.refusal }))
  return { ...list, rows, merged: 0 }
}

/** What is being chosen for one of the rows. */
export type Choosing = { row: InviteRow; what: 'role' | 'currency' }
