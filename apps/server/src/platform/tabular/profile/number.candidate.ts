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
const [zero, nine, point, minus] = [48, 57, 46, 45]

/** Finds out whether the cells of a column are numbers, and in which format. */
export function createNumberCandidate() {
  const misfits = formats.map(() => 0)
  const differs = formats.map(() => false)
  const signs = new Set<string>()
  const has = { apostrophe: false, space: false, comma: false, point: false }
  let codes = 0
  let seen = 0
  let isHopeless = false

  const miss = (at: number, weight: number): void => {
    misfits[at] = (misfits[at] as number) + weight
  }

  /** Plain digits, with a point at most; false where it takes a longer look. */
  function readPlain(cell: string, weight: number): boolean {
    const { length } = cell
    if (length === 0 || length > 15) return false
    const start = cell.charCodeAt(0) === minus ? 1 : 0
    const whole = digitsFrom(cell, start)
    if (whole === 0) return false
    const at = start + whole
    if (at === length) {
      if (whole > 1 && cell.charCodeAt(0) === zero) codes += weight
      return true
    }
    const fraction = length - at - 1
    if (cell.charCodeAt(at) !== point || fraction === 0 || digitsFrom(cell, at + 1) !== fraction) return false
    notePoint(whole, fraction, weight)
    return true
  }

  /** 1.234 may be a thousand and more; nothing else with a point is a number with a decimal comma. */
  function notePoint(whole: number, fraction: number, weight: number): void {
    has.point = true
    miss(2, weight)
    miss(4, weight)
    if (fraction !== 3 || whole > 3) miss(1, weight)
    else differs[0] = true
  }

  function noteSigns(digits: string, sign: string): void {
    if (sign !== '' && signs.size < 3) signs.add(sign)
    has.apostrophe ||= digits.includes("'")
    has.space ||= digits.includes(' ')
    has.comma ||= digits.includes(',')
    has.point ||= digits.includes('.')
  }

  function readAny(cell: string, weight: number): void {
    if (/^\d{16,}$/.test(cell)) codes += weight
    const found = cell.length > longestNumber ? undefined : numberParts(cell)
    if (found) noteSigns(found.digits, found.sign)
    const amounts = formats.map((format) => found && plainDigits(found.digits, format))
    for (const [at, amount] of amounts.entries()) if (amount === undefined) miss(at, weight)
    for (const at of pairs) {
      const [one, other] = [amounts[at], amounts[at + 1]]
      if (one !== undefined && other !== undefined && Number(one) !== Number(other)) differs[at] = true
    }
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
    /** Takes a cell; false once so few of them are numbers that the rest need not be looked at. */
    observe(cell: string, weight: number): boolean {
      seen += weight
      if (readPlain(cell, weight)) return true
      readAny(cell, weight)
      isHopeless = Math.min(...misfits) > 20 + seen / 20
      return !isHopeless
    },
    hasFraction: () => has.point || has.comma,
    /** The currency sign or `%` beside the numbers. */
    sign: () => [...signs][0],
    /** The format that reads the most cells; the one with the usual decimal sign where two do. */
    finding(decimal: Decimal): NumberFinding | undefined {
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

/** How many digits there are from a place on. */
function digitsFrom(cell: string, from: number): number {
  let at = from
  while (at < cell.length && cell.charCodeAt(at) >= zero && cell.charCodeAt(at) <= nine) at += 1
  return at - from
}

const rank = (format: NumberFormat | undefined, decimal: Decimal): number =>
  format?.decimal === decimal ? 0 : 1
