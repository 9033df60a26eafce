import { writtenDateFormats, type DateFormat } from '@steward/contracts/plain/cell-format'
import { parseDateCell } from '../date.cell.ts'

export interface DateFinding {
  dateFormat: DateFormat
  /** Other formats that read as many cells: the day and the month cannot be distinguished. */
  otherDateFormats?: DateFormat[]
  /** Cells that are no dates in the format. */
  misfits: number
}

const longestDate = 40
const [zero, nine, dash] = [48, 57, 45]

const clock = /^[T ](?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?$/

const places = [0, 1, 2, 3, 5, 6, 8, 9]

function isDigitAt(cell: string, at: number): boolean {
  const code = cell.charCodeAt(at)
  return code >= zero && code <= nine
}

/** Whether a text is a day such as 2026-03-14, of those that every month has, alone or with a time. */
function isPlainDay(cell: string): boolean {
  if (cell.length < 10 || cell.charCodeAt(4) !== dash || cell.charCodeAt(7) !== dash) return false
  if (cell.charCodeAt(0) === zero || !places.every((at) => isDigitAt(cell, at))) return false
  const [month, day] = [twoDigits(cell, 5), twoDigits(cell, 8)]
  const isDay = month >= 1 && month <= 12 && day >= 1 && day <= 28
  return isDay && (cell.length === 10 || clock.test(cell.slice(10)))
}

const twoDigits = (cell: string, at: number): number =>
  (cell.charCodeAt(at) - zero) * 10 + cell.charCodeAt(at + 1) - zero

/** Whether a text may be a date in any format: those begin with a digit, or with the name of a month. */
function mayBeDate(cell: string): boolean {
  if (cell.length < 6 || cell.length > longestDate) return false
  const first = cell.charCodeAt(0)
  return first >= zero && first <= nine ? true : /^[a-s]{3,9} \d/i.test(cell)
}

/** Finds out whether the cells of a column are dates, and in which format. */
export function createDateCandidate() {
  let alive = writtenDateFormats.map((format) => ({ format, fits: 0 }))
  let seen = 0

  const isLikely = ({ fits }: { fits: number }): boolean => seen - fits <= 20 + seen / 20

  return {
    /** Takes a cell; false once so few of them are dates that the rest need not be looked at. */
    observe(cell: string, weight: number): boolean {
      seen += weight
      if (isPlainDay(cell)) {
        for (const one of alive) if (one.format === 'YYYY-MM-DD') one.fits += weight
      } else if (mayBeDate(cell)) {
        for (const one of alive) if (parseDateCell(cell, one.format) !== undefined) one.fits += weight
      }
      if (seen > 40 && alive.length > 1) alive = alive.filter(isLikely)
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
