import {
  detectTable,
  guessColumn,
  profileTable,
  TableError,
  type ColumnGuess,
  type ColumnProfile,
  type TableDetection,
  type TableErrorCode,
  type TableProfile,
  type TableSettings,
} from '../../platform/tabular/index.ts'

/** In which order a form of dates has day, month and year. */
const orderOf = (format: string): string => format.replaceAll(/[^DMY]/g, '').replaceAll(/(.)\1+/g, '$1')

function datesOf({ dateFormat, otherDateFormats = [] }: ColumnGuess) {
  return dateFormat === undefined ? [] : [dateFormat, ...otherDateFormats]
}

/** Columns of dates that can be read in several ways are read as those that cannot. */
function settleDates(guesses: readonly ColumnProfile[]): ColumnProfile[] {
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

const hasSigns = ({ distinct }: ColumnProfile): boolean => distinct.some((text) => /[.,]/.test(text))

/**
 * Columns of numbers that can be read in two ways are read as those that cannot; those without signs that tell,
 * like the numbers of the file.
 */
function settleNumbers(
  guesses: readonly ColumnProfile[],
  decimal: TableSettings['decimal'],
): ColumnProfile[] {
  const certain = guesses.filter((guess) => guess.otherNumberFormat === undefined && hasSigns(guess))
  const decimals = new Set(certain.flatMap(({ numberFormat }) => numberFormat?.decimal ?? []))
  return guesses.map((guess) => {
    const { otherNumberFormat: _, ...settled } = guess
    if (decimal !== undefined && guess.numberFormat && !hasSigns(guess)) {
      return { ...guess, numberFormat: { ...guess.numberFormat, decimal } }
    }
    const isSettled = decimals.size === 1 && decimals.has(guess.numberFormat?.decimal ?? '.')
    return isSettled ? settled : guess
  })
}

/** A profile whose columns are read in the light of each other. */
function settleProfile(profile: TableProfile, { decimal }: TableSettings): TableProfile {
  return { ...profile, columns: settleNumbers(settleDates(profile.columns), decimal) }
}

/** What the first rows amount to. */
function profileOfSample({ columns, sample, settings }: TableDetection): TableProfile {
  const cells = columns.map((_, at) => sample.map((row) => row[at] ?? ''))
  const none = { count: 0, line: 0 }
  return {
    rows: sample.length,
    columns: cells.map((column) => guessColumn(column, settings.decimal)),
    ragged: none,
    short: none,
    headers: none,
  }
}

/** The input of the thread. */
export interface TableInput {
  path: string
  fileName: string
  settings: Partial<TableSettings>
  /** Whether the file is short enough to be read to its end at once. */
  isShort?: boolean
}

/** How a file is to be read, and what is in its columns: in the whole of a short file, else in its first rows. */
export interface DetectedTable {
  detection: TableDetection
  profile: TableProfile
}

export interface Refused {
  refused: { code: TableErrorCode; message: string; line: number | undefined }
}

/** What the thread answers; classes of errors don't pass between threads. */
export type TableOutput = { table: DetectedTable } | Refused

/** The input of the thread for a whole file. `progress` is shared with it: how much has been read, and how many rows. */
export interface ProfileInput {
  path: string
  settings: TableSettings
  width: number
  progress: Float64Array
}

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

async function orRefused<Output>(work: () => Promise<Output>): Promise<Output | Refused> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof TableError)) throw error
    return { refused: { code: error.code, message: error.message, line: error.line } }
  }
}

/** Looks at the beginning of a file in a parser thread, and at all of it where it is short. */
export function parseTable({ path, fileName, settings, isShort }: TableInput): Promise<TableOutput> {
  return orRefused(async () => {
    const detection = await detectTable(path, fileName, settings)
    const profile = isShort
      ? await profileTable(path, detection.settings, detection.columns.length)
      : profileOfSample(detection)
    return {
      table: { detection: withShortCells(detection), profile: settleProfile(profile, detection.settings) },
    }
  })
}

/** Reads a whole file in a parser thread. */
export function parseProfile({
  path,
  settings,
  width,
  progress,
}: ProfileInput): Promise<{ profile: TableProfile } | Refused> {
  return orRefused(async () => {
    const profile = await profileTable(path, settings, width, (share, rows) => progress.set([share, rows]))
    return { profile: settleProfile(profile, settings) }
  })
}
