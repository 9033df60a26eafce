import type { WorkCalendar } from '@steward/contracts/work-calendar'
import type { UserEntry } from '../user-management/index.ts'
import { businessCalendar, type BusinessCalendar } from './business-day.rules.ts'

/** The calendars of a tenant, ready to count with; the same object until something of it changes. */
export interface CalendarBook {
  all: readonly WorkCalendar[]
  /** Used where no one in particular is meant. */
  standard: BusinessCalendar
  /** Of a person: the one given to them, else that of the region in their language setting, else the default. */
  of(user: Pick<UserEntry, 'userId' | 'locale'> | undefined): BusinessCalendar
}

/** The region that a language setting names: DE of de-DE. */
function regionOf(locale: string | null): string | undefined {
  if (locale === null) return undefined
  try {
    return new Intl.Locale(locale).region
  } catch {
    return undefined
  }
}

export function bookOf(tenantId: number, all: readonly WorkCalendar[]): CalendarBook {
  const ready = new Map(
    all.map((one) => [
      one.calendarId,
      businessCalendar(
        one.workingDays,
        one.holidays.map(({ day }) => day),
      ),
    ]),
  )
  const byUser = new Map(all.flatMap((one) => one.userIds.map((userId) => [userId, one.calendarId] as const)))
  const byRegion = new Map(all.flatMap((one) => (one.region ? [[one.region, one.calendarId] as const] : [])))
  const standardId = all.find(({ isDefault }) => isDefault)?.calendarId
  const standard = standardId === undefined ? undefined : ready.get(standardId)
  if (!standard) throw new Error(`Tenant ${tenantId} has no default calendar`)
  const pick = (calendarId: number | undefined) =>
    calendarId === undefined ? undefined : ready.get(calendarId)
  return {
    all,
    standard,
    of(user) {
      if (!user) return standard
      return pick(byUser.get(user.userId)) ?? pick(byRegion.get(regionOf(user.locale) ?? '')) ?? standard
    },
  }
}
