import type { columnGuessSchema, detectionSchema } from '@steward/contracts/sheet'
import {
  numberFormats,
  writtenDateFormats,
  type NumberFormatName,
} from '@steward/contracts/plain/cell-format'
import type { z } from 'zod'
import {
  guessColumn,
  parseDateCell,
  parseNumberCell,
  type ColumnGuess,
  type ColumnProfile,
  type NumberFormat,
  type TableDetection,
  type TableProfile,
} from '../../platform/tabular/index.ts'
import {
  suggestColumns,
  sure,
  withSerialDates,
  type Knowledge,
  type Suggestion,
} from '../column-suggestion/index.ts'
import { quote } from '../data-type/index.ts'

type Guess = z.output<typeof columnGuessSchema>
type SuggestedTable = Pick<z.output<typeof detectionSchema>, 'columns' | 'key' | 'keyNote' | 'notes'>

function formatName(format: NumberFormat | undefined): NumberFormatName | null {
  if (!format) return null
  if (format.thousands === "'") return "1'234.56"
  if (format.thousands === ' ') return format.decimal === ',' ? '1 234,56' : '1 234.56'
  return format.decimal === ',' ? '1.234,56' : numberFormats[0]
}

/** How texts write numbers and days; null for what they have none of. */
export interface GuessedForm {
  numberFormat: NumberFormatName | null
  dateFormat: ColumnGuess['dateFormat'] | null
  /** Other formats of days that read all of them, as other days. */
  otherDateFormats: NonNullable<ColumnGuess['otherDateFormats']>
}

/** How some texts of one column write numbers and days. */
export function guessForm(texts: readonly string[]): GuessedForm {
  const { numberFormat, dateFormat, otherDateFormats } = guessColumn(texts)
  return {
    numberFormat: formatName(numberFormat),
    dateFormat: dateFormat ?? null,
    otherDateFormats: otherDateFormats ?? [],
  }
}

function filling(
  profile: ColumnProfile,
): Pick<Guess, 'filled' | 'distinct' | 'repeats' | 'misfits' | 'samples'> {
  const { filled, distinctCount, repeats, misfits, samples } = profile
  return { filled, distinct: distinctCount, repeats, misfits, samples }
}

type Suggested = Pick<Guess, 'target' | 'why' | 'confidence' | 'offer' | 'match' | 'place'>

/** A sure suggestion is a target, an unsure one an offer. */
function suggestionOf(found: Suggestion | null): Suggested {
  if (!found) return { target: null, why: null, confidence: null, offer: null, match: null, place: null }
  const { target, why, confidence, match, place = null } = found
  if (confidence >= sure) return { target, why, confidence, offer: null, match, place }
  return { target: null, why: null, confidence, offer: { target, why, match }, match: null, place }
}

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

const formatsOf = (text: string) =>
  writtenDateFormats.filter((format) => parseDateCell(text, format) !== undefined)

/** Said where each value is a day, but no format reads all of them. */
function noteOnMixedDates({ name, values, guess: { dateFormat } }: Valued): string[] {
  const [first] = values
  if (dateFormat || first === undefined) return []
  let common = formatsOf(first)
  const [format] = common
  for (const text of values) {
    const formats = formatsOf(text)
    if (formats.length === 0) return []
    const both = common.filter((one) => formats.includes(one))
    if (both.length > 0) common = both
    else {
      return [
        `${name}: its dates are written in several ways: ${quote(first)} as ${format}, ${quote(text)} as ${formats[0]}. Choose one when you map it; the check lists the others with their lines.`,
      ]
    }
  }
  return []
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

/** Said where times would be lost without a word. */
function noteOnTimes({ name, values, guess: { dateFormat } }: Valued): string[] {
  if (!dateFormat) return []
  const hasTime = (text: string) => /T(?!00:00:00)/.test(parseDateCell(text, dateFormat) ?? '')
  const timed = values.find(hasTime)
  return timed === undefined ? [] : [`${name}: the time of ${quote(timed)} is left out; dates are days.`]
}

/** What nothing in the file decides, and what is lost. */
function notesOnFormats(columns: readonly Valued[]): string[] {
  return columns.flatMap((column) => [
    ...noteOnDates(column),
    ...noteOnMixedDates(column),
    ...noteOnNumbers(column),
    ...noteOnTimes(column),
  ])
}

function having({ count, line }: TableProfile['ragged']): string {
  return count === 1 ? `Line ${line} has` : `${count} rows, the first on line ${line}, have`
}

/** Rows that are not like the others. */
function notesOnRows({ ragged, short = { count: 0, line: 0 }, headers, totals }: TableProfile): string[] {
  const notes: string[] = []
  if (short.count > 0) {
    notes.push(
      `${having(short)} fewer cells than the header. If only empty cells are missing at the end, choose to fill short rows.`,
    )
  }
  if (ragged.count > short.count) {
    notes.push(
      `${having(ragged)} another number of cells than the header. Check the delimiter and the quotes.`,
    )
  }
  if (headers.count === 1) notes.push(`Line ${headers.line} repeats the header, and is skipped.`)
  if (headers.count > 1)
    notes.push(
      `${headers.count} rows, the first on line ${headers.line}, repeat the header, and are skipped.`,
    )
  if (totals) {
    notes.push(
      `Line ${totals.line} (${quote(totals.label)}) has totals, and is left out; choose to import it if it is a record.`,
    )
  }
  return notes
}

/** What each column of a file holds and which field it probably goes to, a key, and what is left open. */
export function suggestTable(
  detection: TableDetection,
  found: TableProfile,
  known: Knowledge,
): SuggestedTable {
  const profile = {
    ...found,
    columns: found.columns.map((one, at) => withSerialDates(detection.columns[at] ?? '', one)),
  }
  const { columns, key } = suggestColumns(detection.columns, profile, known)
  const numbersOfFile: NumberFormat | undefined =
    detection.settings.decimal === ',' ? { decimal: ',' } : undefined
  const guesses = columns.map(({ suggestion, dataType, fieldName }, at): Guess => {
    const one = profile.columns[at] as ColumnProfile
    return {
      column: at,
      name: detection.columns[at] as string,
      ...filling(one),
      ...suggestionOf(suggestion),
      dataType,
      fieldName,
      dateFormat: one.dateFormat ?? null,
      // A few words among the numbers make a column text; its numbers are written like those of the file.
      numberFormat: formatName(one.numberFormat ?? numbersOfFile),
    }
  })
  const valued = detection.columns.map((name, at) => {
    const guess = profile.columns[at] as ColumnProfile
    return { name, values: [...new Set([...guess.samples, ...guess.distinct])], guess }
  })
  return {
    columns: guesses,
    key: key?.fields ?? [],
    keyNote: key && { isUnique: key.isUnique, duplicates: key.duplicates, blank: key.blank, why: key.why },
    notes: [...detection.notes, ...notesOnFormats(valued), ...notesOnRows(profile)],
  }
}
