import { writtenDateFormats, type DateFormat } from '@steward/contracts/plain/cell-format'
import { parseDateCell } from '../date.cell.ts'
import { hashed, hashText } from './text.hash.ts'

export interface DateFinding {
  dateFormat: DateFormat
  /** Other formats that read as many cells: the day and the month cannot be distinguished. */
  otherDateFormats?: DateFormat[]
  /** Cells that are no dates in the format. */
  misfits: number
}

const longestDate = 40
const [space, dash, zero, nine, letterT] = [32, 45, 48, 57, 84]

const clock = /^[T ](?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?$/

function isDigitAt(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return code >= zero && code <= nine
}

const placesOfDigits = [0, 1, 2, 3, 5, 6, 8, 9]

/** Whether a part of a text is a day such as 2026-03-14, of those that every month has. */
function isPlainDay(text: string, start: number, end: number): boolean {
  if (end - start !== 10 || text.charCodeAt(start + 4) !== dash || text.charCodeAt(start + 7) !== dash)
    return false
  if (text.charCodeAt(start) === zero) return false
  for (const place of placesOfDigits) if (!isDigitAt(text, start + place)) return false
  const [month, day] = [twoDigits(text, start + 5), twoDigits(text, start + 8)]
  return month >= 1 && month <= 12 && day >= 1 && day <= 28
}

const twoDigits = (text: string, at: number): number =>
  (text.charCodeAt(at) - zero) * 10 + text.charCodeAt(at + 1) - zero

/** Whether a part of a text may be a date in any format: those begin with a digit, or with the name of a month. */
function mayBeDate(text: string, start: number, end: number): boolean {
  if (end - start < 6 || end - start > longestDate) return false
  return isDigitAt(text, start) || /^[a-s]{3,9} \d/i.test(text.slice(start, end))
}

/** The end of the day in a day with a time; the end of the part where there is no such time. */
function endOfDay(text: string, start: number, end: number): number {
  if (end - start < 12) return end
  for (let at = start; at < end; at += 1) {
    const code = text.charCodeAt(at)
    if (code === space || code === letterT)
      return isDigitAt(text, at - 1) && clock.test(text.slice(at, end)) ? at : end
  }
  return end
}

interface Candidate {
  format: DateFormat
  fits: number
  /** Stands for the format among those that a text fits. */
  bit: number
}

/** Of the format that plain days have. */
const plainBit = 1 << writtenDateFormats.indexOf('YYYY-MM-DD')

const knownDays = 1 << 10
/** Columns without dates are found out before; only the others need room for days. */
const keptFrom = 100

function formatsOf(day: string, alive: readonly Candidate[]): number {
  let fitting = 0
  for (const { format, bit } of alive) if (parseDateCell(day, format) !== undefined) fitting |= bit
  return fitting
}

/** Finds the formats that days fit, and remembers them: the same days come again and again. */
function createDayReader() {
  // Of a day: both halves of its hash, and the formats.
  let known: Int32Array | undefined

  return {
    remember(): void {
      known ??= new Int32Array(knownDays * 3)
    },
    /** `alive` may become shorter from call to call, never longer. */
    fitting(text: string, start: number, end: number, alive: readonly Candidate[]): number {
      if (!known) return formatsOf(text.slice(start, end), alive)
      hashText(text, start, end)
      const [high, low] = [hashed[0] as number, hashed[1] as number]
      const at = (low & (knownDays - 1)) * 3
      if (known[at] !== high || known[at + 1] !== low) {
        known[at] = high
        known[at + 1] = low
        known[at + 2] = formatsOf(text.slice(start, end), alive)
      }
      return known[at + 2] as number
    },
  }
}

/** Finds out whether the cells of a column are dates, and in which format. */
export function createDateCandidate() {
  let alive: Candidate[] = writtenDateFormats.map((format, at) => ({ format, fits: 0, bit: 1 << at }))
  const days = createDayReader()
  let seen = 0

  const isLikely = ({ fits }: Candidate): boolean => seen - fits <= 20 + seen / 20

  function noteFits(fitting: number, weight: number): void {
    for (const one of alive) if ((fitting & one.bit) !== 0) one.fits += weight
  }

  return {
    /** Takes a cell, as a part of a text; false once so few of them are dates that the rest need not be looked at. */
    observe(text: string, start: number, end: number, weight: number): boolean {
      seen += weight
      if (mayBeDate(text, start, end)) {
        const dayEnd = endOfDay(text, start, end)
        if (isPlainDay(text, start, dayEnd)) noteFits(plainBit, weight)
        else noteFits(days.fitting(text, start, dayEnd, alive), weight)
      }
      if (seen > 40 && alive.length > 1) alive = alive.filter(isLikely)
      if (seen > keptFrom) days.remember()
      return alive.some(isLikely)
    },
    finding(): DateFinding | undefined {
      const most = Math.max(0, ...alive.map(({ fits }) => fits))
      const [dateFormat, ...others] = alive.filter(({ fits }) => fits === most).map(({ format }) => format)
      if (dateFormat === undefined || most === 0) return undefined
      const finding: DateFinding = { dateFormat, misfits: seen - most }
      return others.length > 0 ? { ...finding, otherDateFormats: others } : finding
    },
  }
}
