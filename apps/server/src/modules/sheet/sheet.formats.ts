import {
  guessColumn,
  parseNumberCell,
  type ColumnGuess,
  type TableDetection,
} from '../../platform/tabular/index.ts'
import { quote } from '../data-type/index.ts'

/** A column with its values, without the blank ones. */
interface Valued {
  name: string
  values: string[]
  guess: ColumnGuess
}

/** In which order a form of dates has day, month and year. */
const orderOf = (format: string): string => format.replaceAll(/[^DMY]/g, '').replaceAll(/(.)\1+/g, '$1')

function datesOf({ dateFormat, otherDateFormats = [] }: ColumnGuess) {
  return dateFormat === undefined ? [] : [dateFormat, ...otherDateFormats]
}

/** Columns of dates that can be read in several ways are read as those that cannot. */
function settleDates(guesses: readonly ColumnGuess[]): ColumnGuess[] {
  const certain = guesses.filter(({ otherDateFormats }) => otherDateFormats === undefined)
  const orders = new Set(certain.flatMap(datesOf).map(orderOf))
  return guesses.map((guess) => {
    if (!guess.otherDateFormats) return guess
    const [only, ...more] = datesOf(guess).filter((format) => orders.has(orderOf(format)))
    if (only === undefined || more.length > 0) return guess
    const { otherDateFormats: _, ...settled } = guess
    return { ...settled, dateFormat: only }
  })
}

/** Columns of numbers that can be read in two ways are read as those that cannot. */
function settleNumbers(guesses: readonly ColumnGuess[]): ColumnGuess[] {
  const certain = guesses.filter(
    ({ otherNumberFormat, distinct }) =>
      otherNumberFormat === undefined && distinct.some((text) => /[.,]/.test(text)),
  )
  const decimals = new Set(certain.flatMap(({ numberFormat }) => numberFormat?.decimal ?? []))
  return guesses.map((guess) => {
    const { otherNumberFormat: _, ...settled } = guess
    const isSettled = decimals.size === 1 && decimals.has(guess.numberFormat?.decimal ?? '.')
    return isSettled ? settled : guess
  })
}

/** What each column holds, in the light of the others. */
export function guessColumns({ settings }: TableDetection, columns: readonly string[][]): ColumnGuess[] {
  return settleNumbers(settleDates(columns.map((values) => guessColumn(values, settings.decimal))))
}

function noteOnDates({ name, guess }: Valued): string[] {
  if (!guess.otherDateFormats) return []
  const others = guess.otherDateFormats.join(' or ')
  return [
    `${name}: its dates are read as ${guess.dateFormat}, and could be ${others} as well. Choose when you map it.`,
  ]
}

/** Said where a sign that may be between thousands is taken for the decimal one. */
function noteOnNumbers({ name, values, guess }: Valued): string[] {
  const { numberFormat, otherNumberFormat: other } = guess
  if (!numberFormat || !other) return []
  const doubtful = values.find(
    (text) =>
      Math.abs(parseNumberCell(text, numberFormat) ?? 0) < Math.abs(parseNumberCell(text, other) ?? 0),
  )
  if (doubtful === undefined) return []
  const [read, otherwise] = [numberFormat, other].map((format) => parseNumberCell(doubtful, format))
  return [
    `${name}: ${quote(doubtful)} is read as ${read}, and could be ${otherwise} as well. Choose when you map it.`,
  ]
}

/** What nothing in the file decides. */
export function notesOnFormats(columns: readonly Valued[]): string[] {
  return columns.flatMap((column) => [...noteOnDates(column), ...noteOnNumbers(column)])
}
