import type { Holiday, HolidayRegion } from '@steward/contracts/work-calendar'
import { addDays } from './business-day.rules.ts'

/** The package knows every country's holidays, and is loaded when someone asks for them. */
const load = async () => (await import('date-holidays')).default

const hour = 3_600_000

interface Place {
  name: string
  country: string
  state?: string
}

async function listPlaces(): Promise<Map<string, Place>> {
  const Holidays = await load()
  const known = new Holidays()
  const places = Object.entries(known.getCountries('en')).flatMap(([country, name]) => [
    [country.toUpperCase(), { name, country }] as const,
    ...Object.entries(known.getStates(country, 'en') ?? {}).map(
      ([state, stateName]) =>
        [`${country}-${state}`.toUpperCase(), { name: `${name}, ${stateName}`, country, state }] as const,
    ),
  ])
  return new Map(places)
}

let places: Promise<Map<string, Place>> | undefined

/** The countries and states whose public holidays are known, by name. */
export async function listHolidayRegions(): Promise<HolidayRegion[]> {
  places ??= listPlaces()
  const all = [...(await places)].map(([region, { name }]) => ({ region, name }))
  return all.toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
}

interface Period {
  date: string
  start: Date
  end: Date
}

/** The whole days of a holiday. Those that begin in the course of a day, such as a free afternoon, have none then. */
function wholeDays({ date, start, end }: Period): string[] {
  const startHour = Number(date.slice(11, 13))
  const first = startHour > 0 ? addDays(date.slice(0, 10), 1) : date.slice(0, 10)
  const hours = (end.getTime() - start.getTime()) / hour - (startHour > 0 ? 24 - startHour : 0)
  // A day on which clocks change has 23 or 25 hours.
  const count = Math.floor((hours + 1) / 24)
  return Array.from({ length: Math.max(count, 0) }, (_, at) => addDays(first, at))
}

/** The public holidays of a region, with the days on which they are made up for; undefined for an unknown region. */
export async function listPublicHolidays(
  region: string,
  from: number,
  to: number,
): Promise<Holiday[] | undefined> {
  places ??= listPlaces()
  const place = (await places).get(region)
  if (!place) return undefined
  const Holidays = await load()
  const options = { types: ['public' as const] }
  const known = place.state
    ? new Holidays(place.country, place.state, options)
    : new Holidays(place.country, options)
  const found = new Map<string, string>()
  for (let year = from; year <= to; year += 1) {
    for (const holiday of known.getHolidays(year, 'en')) {
      for (const day of wholeDays(holiday)) if (!found.has(day)) found.set(day, holiday.name)
    }
  }
  return [...found].map(([day, name]) => ({ day, name })).toSorted((a, b) => (a.day < b.day ? -1 : 1))
}
