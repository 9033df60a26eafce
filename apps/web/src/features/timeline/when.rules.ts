import { forReader } from '../../ui/reader.ts'

/** A day and a time of it, as the clock on the wall of a zone shows them. */
export interface WallTime {
  /** YYYY-MM-DD */
  day: string
  /** HH:MM */
  time: string
}

const wallFormat = (timeZone: string | undefined) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })

const readerWall = forReader(({ timeZone }) => wallFormat(timeZone))

function split(text: string): WallTime {
  const [day = '', time = ''] = text.split(' ')
  return { day, time }
}

/** An instant by the clock of a zone, the reader's unless told. */
export function wallTimeOf(at: string | number, timeZone?: string): WallTime {
  return split((timeZone === undefined ? readerWall() : wallFormat(timeZone)).format(new Date(at)))
}

/** Whether a text says when, and does not stand for a day that could not be read. */
export function isInstant(text: string): boolean {
  return !Number.isNaN(Date.parse(text))
}

/** Milliseconds. */
const dayLength = 86_400_000

const asUtc = ({ day, time }: WallTime) => Date.parse(`${day}T${time}:00Z`)

/**
 * The instant at which a clock shows a time. Where it is skipped in spring, the one an hour later; where
 * it comes twice in autumn, the first.
 */
export function instantOfWall(wall: WallTime, timeZone?: string): string {
  const wanted = asUtc(wall)
  // By the zone's distances from UTC the day before and the day after, between which a clock may change.
  const tried = [wanted - dayLength, wanted + dayLength]
    .map((near) => wanted - (asUtc(wallTimeOf(near, timeZone)) - near))
    .toSorted((one, other) => one - other)
  const shown = tried.find((at) => asUtc(wallTimeOf(at, timeZone)) === wanted)
  return new Date(shown ?? tried.at(-1)!).toISOString()
}

/** The first instant of a day, by the reader's clock. */
export function startOfDay(day: string): string {
  return instantOfWall({ day, time: '00:00' })
}

/** The day after one, as YYYY-MM-DD. */
export function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + dayLength).toISOString().slice(0, 10)
}

const months = forReader(
  ({ locale, timeZone }) => new Intl.DateTimeFormat(locale, { timeZone, month: 'long', year: 'numeric' }),
)
const heard = new Map<string, string>()
let hearing: Intl.DateTimeFormat | undefined

/** The month of an instant: November 2026. */
export function monthText(at: string): string {
  const format = months()
  if (format !== hearing) heard.clear()
  hearing = format
  // Formatting is slow, and a stream asks for the same hours again and again.
  const hour = at.slice(0, 13)
  const known = heard.get(hour)
  if (known !== undefined) return known
  const text = format.format(new Date(at))
  heard.set(hour, text)
  return text
}
