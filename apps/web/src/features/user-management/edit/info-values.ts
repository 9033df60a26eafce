import type { ChangeUser, User } from '@steward/contracts/user-management'

/** What the form holds; a blank text is nothing. */
export type InfoValues = {
  firstName: string
  lastName: string
  mobileNumber: string
  displayCurrency: string
  externalId: string
}

export function infoOf(user: User): InfoValues {
  return {
    firstName: user.firstName,
    lastName: user.lastName,
    mobileNumber: user.mobileNumber ?? '',
    displayCurrency: user.displayCurrency,
    externalId: user.externalId ?? '',
  }
}

const nullable = new Set<keyof InfoValues>(['mobileNumber', 'externalId'])

/** Only what differs from before, as the server takes it. */
export function changesOf(before: InfoValues, after: InfoValues): ChangeUser {
  const changed = (Object.keys(after) as (keyof InfoValues)[]).filter(
    (field) => after[field].trim() !== before[field].trim(),
  )
  return Object.fromEntries(
    changed.map((field) => [field, after[field].trim() || (nullable.has(field) ? null : '')]),
  )
}
