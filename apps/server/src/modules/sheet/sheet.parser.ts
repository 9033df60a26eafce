import {
  detectTable,
  guessColumn,
  TableError,
  type ColumnGuess,
  type TableDetection,
  type TableErrorCode,
  type TableSettings,
} from '../../platform/tabular/index.ts'

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

/** The cells of the sample by column, trimmed. */
export function cellsOfColumns({ columns, sample }: TableDetection): string[][] {
  return columns.map((_, at) => sample.map((row) => (row[at] ?? '').trim()))
}

/** What each column holds, in the light of the others. */
export function guessColumns(detection: TableDetection): ColumnGuess[] {
  const { decimal } = detection.settings
  return settleNumbers(settleDates(cellsOfColumns(detection).map((cells) => guessColumn(cells, decimal))))
}

/** The input of the thread. */
export interface TableInput {
  path: string
  fileName: string
  settings: Partial<TableSettings>
}

/** How a file is to be read, and what each of its columns holds. */
export interface DetectedTable {
  detection: TableDetection
  guesses: ColumnGuess[]
}

/** What the thread answers; classes of errors don't pass between threads. */
export type TableOutput =
  | { table: DetectedTable }
  | { refused: { code: TableErrorCode; message: string; line: number | undefined } }

/** Characters of a cell that leave the thread: what is shown needs no more, and one cell may have megabytes. */
const mostCharacters = 1000

const shortened = (cells: readonly string[]): string[] => cells.map((cell) => cell.slice(0, mostCharacters))

function withShortCells(detection: TableDetection): TableDetection {
  const { columns, rawHeader, sample } = detection
  return {
    ...detection,
    columns: shortened(columns),
    rawHeader: shortened(rawHeader),
    sample: sample.map(shortened),
  }
}

/** Looks at the beginning of a file in a parser thread. */
export async function parseTable({ path, fileName, settings }: TableInput): Promise<TableOutput> {
  try {
    const detection = await detectTable(path, fileName, settings)
    const guesses = guessColumns(detection)
    return {
      table: {
        detection: withShortCells(detection),
        guesses: guesses.map((guess) => ({ ...guess, distinct: shortened(guess.distinct) })),
      },
    }
  } catch (error) {
    if (!(error instanceof TableError)) throw error
    return { refused: { code: error.code, message: error.message, line: error.line } }
  }
}
