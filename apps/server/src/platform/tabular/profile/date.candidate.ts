import { writtenDateFormats, type DateFormat } from '@steward/contracts/plain/cell-format'
import { parseDateCell } from '../date.cell.ts'
import { hashBytes, hashed } from './byte.hash.ts'
import { isDigitAt, type Piece } from './cell.bytes.ts'
import { endOfDay, isPlainDay, numericFormats } from './day.bytes.ts'

export interface DateFinding {
  dateFormat: DateFormat
  /** Other formats that read as many cells: the day and the month cannot be distinguished. */
  otherDateFormats?: DateFormat[]
  /** Cells that are no dates in the format. */
  misfits: number
}

const longestDate = 40

/** Whether a part of some bytes may be a date in any format: those begin with a digit, or with the name of a month. */
function mayBeDate(bytes: Buffer, start: number, end: number): boolean {
  if (end - start < 6 || end - start > longestDate) return false
  return isDigitAt(bytes, start) || /^[a-z]{3,9} \d/i.test(bytes.toString('latin1', start, end))
}

interface Candidate {
  format: DateFormat
  fits: number
  /** Stands for the format among those that a text fits. */
  bit: number
}

const bitOf = (format: DateFormat): number => 1 << writtenDateFormats.findIndex((one) => one === format)
/** Of the format that plain days have. */
const plainBit = bitOf('YYYY-MM-DD')
const bitsOf = numericFormats(bitOf)

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
    fitting({ bytes, view }: Piece, start: number, end: number, alive: readonly Candidate[]): number {
      if (!known) return formatsOf(bytes.toString('utf8', start, end), alive)
      hashBytes(view, start, end)
      const [high, low] = [hashed[0] as number, hashed[1] as number]
      const at = (low & (knownDays - 1)) * 3
      if (known[at] !== high || known[at + 1] !== low) {
        known[at] = high
        known[at + 1] = low
        known[at + 2] = formatsOf(bytes.toString('utf8', start, end), alive)
      }
      return known[at + 2] as number
    },
  }
}

/** Finds out whether the cells of a column are dates, and in which format. */
export function createDateCandidate() {
  let alive: Candidate[] = writtenDateFormats.map((format) => ({ format, fits: 0, bit: bitOf(format) }))
  let aliveBits = alive.reduce((bits, { bit }) => bits | bit, 0)
  let isHopeless = false
  const days = createDayReader()
  let seen = 0

  const isLikely = ({ fits }: Candidate): boolean => seen - fits <= 20 + seen / 20

  function fittingOf(piece: Piece, start: number, end: number): number {
    const { bytes } = piece
    if (!mayBeDate(bytes, start, end)) return 0
    const dayEnd = endOfDay(bytes, start, end)
    if (isPlainDay(bytes, start, dayEnd)) return plainBit
    const fitting = bitsOf(bytes, start, dayEnd)
    return fitting >= 0 ? fitting : days.fitting(piece, start, dayEnd, alive)
  }

  function leaveUnlikely(): void {
    if (seen > 40 && alive.length > 1) {
      alive = alive.filter(isLikely)
      aliveBits = alive.reduce((bits, { bit }) => bits | bit, 0)
    }
    isHopeless = !alive.some(isLikely)
  }

  return {
    /** Takes a cell, as a part of a piece; false once so few of them are dates that the rest need not be looked at. */
    observe(piece: Piece, start: number, end: number, weight: number): boolean {
      seen += weight
      const fitting = fittingOf(piece, start, end)
      for (const one of alive) if ((fitting & one.bit) !== 0) one.fits += weight
      // A format that fits is as likely as before.
      if ((fitting & aliveBits) !== aliveBits) leaveUnlikely()
      if (seen > keptFrom) days.remember()
      return !isHopeless
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
