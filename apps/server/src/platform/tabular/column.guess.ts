import { dateFormats, type DateFormat } from '@steward/contracts/plain/cell-format'
import { parseDateCell } from './date.cell.ts'
import { numberParts, parseBooleanCell, parseNumberCell, type NumberFormat } from './number.cell.ts'

export type ColumnType =
  | 'string'
  | 'longText'
  | 'boolean'
  | 'number'
  | 'percentage'
  | 'currency'
  | 'date'
  | 'email'
  | 'singlePicklist'
  | 'multiPicklist'

export interface ColumnGuess {
  type: ColumnType
  /** For a date: the format that reads all values. */
  dateFormat?: DateFormat
  /** Other formats that read all values too: the day and the month cannot be distinguished. */
  otherDateFormats?: DateFormat[]
  numberFormat?: NumberFormat
  /** Another format that reads all values too, some of them as other numbers. */
  otherNumberFormat?: NumberFormat
  /** For a multi-picklist: what separates the choices in a cell. */
  separator?: ';' | '|' | ','
  /** The different values (or choices), in the order they come; at most 100. */
  distinct: string[]
  distinctCount: number
  blank: number
  /** The length of the longest value in characters. */
  longest: number
}

const distinctLimit = 100
const email = /^[^\s@,;<>"]+@[^\s@,;<>"]+\.[^\s@,;<>".]{2,}$/

/**
 * The type that fits all values of a column (blanks aside). Numbers with leading zeros stay text. `decimal` is
 * what the numbers of the whole file have, and decides where those of the column may be read in both ways.
 */
export function guessColumn(values: string[], decimal: NumberFormat['decimal'] = '.'): ColumnGuess {
  const cells = values.map((value) => value.trim()).filter((value) => value !== '')
  const guess = describe(cells, values.length - cells.length)
  if (cells.length === 0) return guess
  return (
    dateGuess(cells, guess) ??
    booleanGuess(cells, guess) ??
    numberGuess(cells, guess, decimal) ??
    textGuess(cells, guess)
  )
}

function describe(cells: string[], blank: number): ColumnGuess {
  const different = new Set(cells)
  const longest = cells.reduce((most, cell) => Math.max(most, cell.length), 0)
  const distinct = [...different].slice(0, distinctLimit)
  return { type: 'string', distinct, distinctCount: different.size, blank, longest }
}

function dateGuess(cells: string[], guess: ColumnGuess): ColumnGuess | undefined {
  const fitting = dateFormats.filter((format) =>
    cells.every((cell) => parseDateCell(cell, format) !== undefined),
  )
  const [dateFormat, ...others] = fitting
  if (dateFormat === undefined) return undefined
  const found: ColumnGuess = { ...guess, type: 'date', dateFormat }
  if (others.length > 0) found.otherDateFormats = others
  return found
}

function booleanGuess(cells: string[], guess: ColumnGuess): ColumnGuess | undefined {
  const words = new Set(cells.map((cell) => cell.toLowerCase()))
  // a single value such as 1 or x says too little unless it is a word for truth
  const telling = words.size === 2 || words.has('true') || words.has('false') || words.has('yes')
  if (words.size > 2 || !telling || cells.some((cell) => parseBooleanCell(cell) === undefined))
    return undefined
  return { ...guess, type: 'boolean' }
}

/** The formats that read all cells, the likelier one first. */
function fittingFormats(cells: string[], digits: string[], decimal: NumberFormat['decimal']): NumberFormat[] {
  const candidates = candidateFormats(digits)
  if (candidates.every(({ thousands }) => thousands !== ' ' && thousands !== "'"))
    candidates.sort((a, b) => Number(b.decimal === decimal) - Number(a.decimal === decimal))
  return candidates.filter((format) => cells.every((cell) => parseNumberCell(cell, format) !== undefined))
}

function numberGuess(
  cells: string[],
  guess: ColumnGuess,
  decimal: NumberFormat['decimal'],
): ColumnGuess | undefined {
  const found = cells.map((cell) => numberParts(cell))
  const signs = new Set(found.map((one) => one?.sign ?? '').filter((sign) => sign !== ''))
  if (found.includes(undefined) || signs.size > 1 || cells.some(isCode)) return undefined
  const digits = found.map((one) => one?.digits ?? '')
  const [numberFormat, other] = fittingFormats(cells, digits, decimal)
  if (!numberFormat) return undefined
  const differs = cells.some(
    (cell) => other && parseNumberCell(cell, other) !== parseNumberCell(cell, numberFormat),
  )
  const number: ColumnGuess = {
    ...guess,
    ...(other && differs ? { otherNumberFormat: other } : {}),
    type: 'number',
  }
  const [sign] = signs
  if (sign === undefined) return { ...number, numberFormat }
  if (sign === '%') return { ...number, type: 'percentage', numberFormat: { ...numberFormat, percent: true } }
  return { ...number, type: 'currency', numberFormat: { ...numberFormat, currency: sign } }
}

/** Numbers with leading zeros or too many digits are names of something, not amounts. */
function isCode(cell: string): boolean {
  return /^0\d+$/.test(cell) || /^\d{16,}$/.test(cell)
}

/** The formats that the signs in the numbers allow; 1,234 alone is read as one thousand and more. */
function candidateFormats(digits: string[]): NumberFormat[] {
  const all = digits.join('\n')
  if (all.includes("'")) return formats("'")
  if (all.includes(' ')) return formats(' ')
  const point: NumberFormat = { decimal: '.' }
  const comma: NumberFormat = { decimal: ',' }
  if (all.includes(',')) point.thousands = ','
  if (all.includes('.')) comma.thousands = '.'
  return [point, comma]
}

function formats(thousands: ' ' | "'"): NumberFormat[] {
  return [
    { decimal: ',', thousands },
    { decimal: '.', thousands },
  ]
}

function textGuess(cells: string[], guess: ColumnGuess): ColumnGuess {
  if (cells.every((cell) => email.test(cell))) return { ...guess, type: 'email' }
  if (guess.longest > 255 || cells.some((cell) => cell.includes('\n'))) return { ...guess, type: 'longText' }
  return (
    multiGuess(cells, guess) ?? (isChoice(cells.length, guess) ? { ...guess, type: 'singlePicklist' } : guess)
  )
}

/** Few different short values that come again and again. */
function isChoice(count: number, { distinctCount, longest }: ColumnGuess): boolean {
  return count >= 6 && distinctCount <= 30 && distinctCount * 3 <= count && longest <= 60
}

function multiGuess(cells: string[], guess: ColumnGuess): ColumnGuess | undefined {
  for (const separator of [';', '|', ','] as const) {
    if (cells.filter((cell) => cell.includes(separator)).length < Math.max(2, cells.length / 10)) continue
    const choices = cells.flatMap((cell) => cell.split(separator).map((part) => part.trim()))
    const parts = describe(
      choices.filter((choice) => choice !== ''),
      guess.blank,
    )
    if (isChoice(choices.length, parts) && parts.distinctCount < guess.distinctCount) {
      return { ...parts, type: 'multiPicklist', separator, longest: guess.longest }
    }
  }
  return undefined
}
