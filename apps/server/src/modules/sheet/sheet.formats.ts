import { parseNumberCell, type ColumnGuess, type TableProfile } from '../../platform/tabular/index.ts'
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

/** Rows that are not like the others. */
export function notesOnRows({ ragged, headers }: TableProfile): string[] {
  const notes: string[] = []
  if (ragged.count > 0) {
    const rows =
      ragged.count === 1
        ? `Line ${ragged.line} has`
        : `${ragged.count} rows, the first on line ${ragged.line}, have`
    notes.push(`${rows} another number of cells than the header. Check the delimiter and the quotes.`)
  }
  if (headers.count === 1) notes.push(`Line ${headers.line} repeats the header, and is skipped.`)
  if (headers.count > 1)
    notes.push(
      `${headers.count} rows, the first on line ${headers.line}, repeat the header, and are skipped.`,
    )
  return notes
}
