import type { ChangeUser, User } from '@steward/contracts/user-management'

/** What the fields hold; an empty text is nothing, or what the browser says. */
export interface ProfileValues {
  firstName: string
  lastName: string
  mobileNumber: string
  displayCurrency: string
  locale: string
  timeZone: string
  startPage: string
}

export type ProfileField = keyof ProfileValues

export function valuesOf(user: User): ProfileValues {
  return {
    firstName: user.firstName,
    lastName: user.lastName,
    mobileNumber: user.mobileNumber ?? '',
    displayCurrency: user.displayCurrency,
    locale: user.locale ?? '',
    timeZone: user.timeZone ?? '',
    startPage: user.startPage ?? '',
  }
}

const nullable = new Set<ProfileField>(['mobileNumber', 'locale', 'timeZone', 'startPage'])

/** One field as the server takes it. */
export function changeOf(field: ProfileField, value: string): ChangeUser {
  return { [field]: value.trim() || (nullable.has(field) ? null : '') }
}

/** All fields that differ from before, as the server takes them. */
export function changesOf(before: ProfileValues, after: ProfileValues): ChangeUser {
  const fields = (Object.keys(after) as ProfileField[]).filter(
    (field) => after[field].trim() !== before[field].trim(),
  )
  return Object.assign({}, ...fields.map((field) => changeOf(field, after[field])))
}
