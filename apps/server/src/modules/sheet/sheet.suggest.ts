import type { columnGuessSchema, detectionSchema } from '@steward/contracts/sheet'
import { numberFormats, type NumberFormatName } from '@steward/contracts/plain/cell-format'
import type { z } from 'zod'
import type {
  ColumnProfile,
  NumberFormat,
  TableDetection,
  TableProfile,
} from '../../platform/tabular/index.ts'
import { suggestColumns, sure, type Knowledge, type Suggestion } from '../column-suggestion/index.ts'
import { notesOnFormats, notesOnRows } from './sheet.formats.ts'

type Guess = z.output<typeof columnGuessSchema>
type SuggestedTable = Pick<z.output<typeof detectionSchema>, 'columns' | 'key' | 'keyNote' | 'notes'>

function formatName(format: NumberFormat | undefined): NumberFormatName | null {
  if (!format) return null
  if (format.thousands === "'") return "1'234.56"
  if (format.thousands === ' ') return format.decimal === ',' ? '1 234,56' : '1 234.56'
  return format.decimal === ',' ? '1.234,56' : numberFormats[0]
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

/** What each column of a file holds and which field it probably goes to, a key, and what is left open. */
export function suggestTable(
  detection: TableDetection,
  profile: TableProfile,
  known: Knowledge,
): SuggestedTable {
  const { columns, key } = suggestColumns(detection.columns, profile, known)
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
      numberFormat: formatName(one.numberFormat),
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
