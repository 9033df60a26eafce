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
const [zero, nine, point] = [48, 57, 46]

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
    let at = cell.charCodeAt(0) === 45 && length > 1 ? 1 : 0
    const start = at
    while (at < length && isDigit(cell.charCodeAt(at))) at += 1
    const whole = at - start
    if (whole === 0) return false
    if (at === length) {
      if (whole > 1 && cell.charCodeAt(start) === zero && start === 0) codes += weight
      return true
    }
    if (cell.charCodeAt(at) !== point) return false
    const fraction = length - at - 1
    for (at += 1; at < length; at += 1) if (!isDigit(cell.charCodeAt(at))) return false
    if (fraction === 0) return false
    has.point = true
    miss(2, weight)
    miss(4, weight)
    if (fraction !== 3 || whole > 3) miss(1, weight)
    else differs[0] = true
    return true
  }

  function readAny(cell: string, weight: number): void {
    if (/^\d{16,}$/.test(cell)) codes += weight
    const found = cell.length > longestNumber ? undefined : numberParts(cell)
    if (!found) {
      for (let at = 0; at < formats.length; at += 1) miss(at, weight)
      return
    }
    if (found.sign !== '' && signs.size < 3) signs.add(found.sign)
    const { digits } = found
    has.apostrophe ||= digits.includes("'")
    has.space ||= digits.includes(' ')
    has.comma ||= digits.includes(',')
    has.point ||= digits.includes('.')
    const amounts = formats.map((format) => plainDigits(digits, format))
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

const isDigit = (code: number): boolean => code >= zero && code <= nine
const rank = (format: NumberFormat | undefined, decimal: Decimal): number =>
  format?.decimal === decimal ? 0 : 1
