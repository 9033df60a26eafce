import { parseNumberCell, type ColumnGuess } from '../../platform/tabular/index.ts'
import { quote } from '../data-type/index.ts'

/** A column with its values, without the blank ones. */
interface Valued {
  name: string
  values: string[]
  guess: ColumnGuess
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
