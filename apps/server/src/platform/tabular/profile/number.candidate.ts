import { hashed, hashLook } from './byte.hash.ts'
import { digitsFrom, type Piece } from './cell.bytes.ts'
import { numberParts, plainDigits, type NumberFormat } from '../number.cell.ts'

export interface NumberFinding {
  numberFormat: NumberFormat
  /** Another format that reads all values too, some of them as other numbers. */
  otherNumberFormat?: NumberFormat
  /** Cells that are no numbers in the format. */
  misfits: number
}

type Decimal = NumberFormat['decimal']

/** In pairs that differ by their decimal sign. */
const formats: readonly NumberFormat[] = [
  { decimal: '.' },
  { decimal: ',' },
  { decimal: ',', thousands: ' ' },
  { decimal: '.', thousands: ' ' },
  { decimal: ',', thousands: "'" },
  { decimal: '.', thousands: "'" },
]
const pairs = [0, 2, 4]
const longestNumber = 60
const longestPlain = 15
const [zero, point, minus] = [48, 46, 45]

/** Signs that may be between digits, by their names. */
const betweenDigits = { apostrophe: "'", space: ' ', comma: ',', point: '.' } as const
type Between = keyof typeof betweenDigits
const namesBetween = Object.keys(betweenDigits) as Between[]

/** How a cell reads in each format. */
interface Reading {
  between: readonly Between[]
  sign: string
  isCode: boolean
  misfits: readonly number[]
  /** The formats, of pairs the first, that read it as another number than their counterpart. */
  differs: readonly number[]
}

function readCell(cell: string): Reading {
  const found = cell.length > longestNumber ? undefined : numberParts(cell)
  const amounts = formats.map((format) => found && plainDigits(found.digits, format))
  return {
    between: namesBetween.filter((name) => found?.digits.includes(betweenDigits[name])),
    sign: found?.sign ?? '',
    isCode: /^\d{16,}$/.test(cell),
    misfits: [...amounts.keys()].filter((at) => amounts[at] === undefined),
    differs: pairs.filter((at) => {
      const [one, other] = [amounts[at], amounts[at + 1]]
      return one !== undefined && other !== undefined && Number(one) !== Number(other)
    }),
  }
}

const knownReadings = 64
const unreadable = readCell('-')

type OnReading = (read: Reading, weight: number) => void

/**
 * Reads cells, those that look alike once: which digits other than zero they have makes no difference. How often each
 * look came is passed on when another takes its place, or in the end.
 */
function createCellReader(onReading: OnReading) {
  const looks = new Int32Array(knownReadings * 2)
  const weights = new Float64Array(knownReadings)
  const readings: (Reading | undefined)[] = Array.from({ length: knownReadings })

  function tell(slot: number): void {
    const reading = readings[slot]
    if (reading && weights[slot] !== 0) onReading(reading, weights[slot] as number)
    weights[slot] = 0
  }

  return {
    read({ bytes, view }: Piece, start: number, end: number, weight: number): void {
      if (end - start > longestNumber * 3) {
        onReading(unreadable, weight)
        return
      }
      if (!hashLook(view, start, end)) {
        onReading(readCell(bytes.toString('utf8', start, end)), weight)
        return
      }
      const [high, low] = [hashed[0] as number, hashed[1] as number]
      const slot = low & (knownReadings - 1)
      if (looks[slot * 2] !== high || looks[slot * 2 + 1] !== low) {
        tell(slot)
        looks[slot * 2] = high
        looks[slot * 2 + 1] = low
        readings[slot] = readCell(bytes.toString('utf8', start, end))
      }
      weights[slot] = (weights[slot] as number) + weight
    },
    tellAll(): void {
      for (let slot = 0; slot < knownReadings; slot += 1) tell(slot)
    },
  }
}

/** Finds out whether the cells of a column are numbers, and in which format. */
export function createNumberCandidate() {
  const misfits = formats.map(() => 0)
  const differs = formats.map(() => false)
  const signs = new Set<string>()
  const has = { apostrophe: false, space: false, comma: false, point: false }
  let codes = 0
  let seen = 0
  let isHopeless = false
  let strangers = 0
  let untold = 0
  const reader = createCellReader(noteReading)

  function miss(at: number, weight: number): void {
    misfits[at] = (misfits[at] as number) + weight
  }

  /** Plain digits, with a point at most; false where it takes a longer look. */
  function readPlain(bytes: Uint8Array, start: number, end: number, weight: number): boolean {
    if (end - start > longestPlain) return false
    const from = bytes[start] === minus ? start + 1 : start
    const whole = digitsFrom(bytes, from, end)
    if (whole === 0) return false
    const at = from + whole
    if (at === end) {
      if (whole > 1 && bytes[start] === zero) codes += weight
      return true
    }
    const fraction = end - at - 1
    if (bytes[at] !== point || fraction === 0 || digitsFrom(bytes, at + 1, end) !== fraction) return false
    notePoint(whole, fraction, weight)
    return true
  }

  function settle(): void {
    untold = 0
    reader.tellAll()
    isHopeless ||= Math.min(...misfits) > 20 + seen / 20
  }

  /** 1.234 may be a thousand and more; nothing else with a point is a number with a decimal comma. */
  function notePoint(whole: number, fraction: number, weight: number): void {
    has.point = true
    miss(2, weight)
    miss(4, weight)
    if (fraction !== 3 || whole > 3) miss(1, weight)
    else differs[0] = true
  }

  function noteReading(read: Reading, weight: number): void {
    if (read.isCode) codes += weight
    if (read.sign !== '' && signs.size < 3) signs.add(read.sign)
    for (const name of read.between) has[name] = true
    for (const at of read.misfits) miss(at, weight)
    if (read.misfits.length === formats.length) strangers += weight
    isHopeless ||= strangers > 20 + seen / 20
    for (const at of read.differs) differs[at] = true
  }

  /** The formats that the signs in the numbers allow. */
  function allowed(): readonly number[] {
    if (has.apostrophe) return [4, 5]
    return has.space ? [2, 3] : [0, 1]
  }

  function formatOf(at: number): NumberFormat {
    const format = formats[at] as NumberFormat
    if (at === 0 && has.comma) return { ...format, thousands: ',' }
    if (at === 1 && has.point) return { ...format, thousands: '.' }
    return { ...format }
  }

  return {
    /** Takes a cell, as a part of a piece; false once so few of them are numbers that the rest need not be looked at. */
    observe(piece: Piece, start: number, end: number, weight: number): boolean {
      seen += weight
      if (readPlain(piece.bytes, start, end, weight)) return true
      reader.read(piece, start, end, weight)
      untold += 1
      if (untold === knownReadings) settle()
      return !isHopeless
    },
    hasFraction(): boolean {
      settle()
      return has.point || has.comma
    },
    /** The currency sign or `%` beside the numbers. */
    sign(): string | undefined {
      settle()
      return [...signs][0]
    },
    /** The format that reads the most cells; the one with the usual decimal sign where two do. */
    finding(decimal: Decimal): NumberFinding | undefined {
      settle()
      if (isHopeless || codes > 0 || signs.size > 1) return undefined
      const order = [...allowed()]
      if (!has.space && !has.apostrophe)
        order.sort((a, b) => rank(formats[a], decimal) - rank(formats[b], decimal))
      order.sort((a, b) => (misfits[a] as number) - (misfits[b] as number))
      const [best = 0, second = 1] = order
      const finding: NumberFinding = { numberFormat: formatOf(best), misfits: misfits[best] as number }
      if (misfits[second] === misfits[best] && differs[Math.min(best, second)])
        finding.otherNumberFormat = formatOf(second)
      return finding
    },
  }
}

const rank = (format: NumberFormat | undefined, decimal: Decimal): number =>
  format?.decimal === decimal ? 0 : 1
