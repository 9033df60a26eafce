import type { ChangeUser } from '@steward/contracts/user-management'
import type { StoredUser, UserFields } from './user.rules.ts'

function isLocale(locale: string): boolean {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(locale).length > 0
  } catch {
    return false
  }
}

function isTimeZone(timeZone: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone }))
  } catch {
    return false
  }
}

/** Finds the faults of a change, by field. `currencies` are the codes that the tenant works in. */
export function faultsOf(input: ChangeUser, currencies: readonly string[]): Record<string, string> {
  const faults: Record<string, string> = {}
  const { displayCurrency, locale, timeZone } = input
  if (displayCurrency !== undefined && !currencies.includes(displayCurrency)) {
    faults['displayCurrency'] = unknownCurrency(currencies)
  }
  if (locale && !isLocale(locale)) faults['locale'] = 'Unknown language. Use a form like en-GB.'
  if (timeZone && !isTimeZone(timeZone)) {
    faults['timeZone'] = 'Unknown time zone. Use a form like Europe/London.'
  }
  return faults
}

export function unknownCurrency(currencies: readonly string[]): string {
  return `Choose one of the currencies in use: ${currencies.join(', ')}.`
}

/** Fields that only administrators can set, even of themselves. */
export const administered = ['roleId', 'externalId', 'active'] as const

/** The fields that a change would make different; texts that are blank count as none where none is possible. */
export function changedFields(user: StoredUser, input: ChangeUser): UserFields {
  const { active: _, ...asked } = input
  const wanted = {
    ...asked,
    ...('externalId' in asked ? { externalId: asked.externalId || null } : {}),
    ...('imageId' in asked ? { imageId: asked.imageId || null } : {}),
    ...('locale' in asked ? { locale: asked.locale || null } : {}),
    ...('timeZone' in asked ? { timeZone: asked.timeZone || null } : {}),
  }
  const entries = Object.entries(wanted).filter(
    ([field, value]) => value !== undefined && value !== user[field as keyof UserFields],
  )
  return Object.fromEntries(entries) as UserFields
}
