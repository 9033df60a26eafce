import { sure, type Column, type Suggestion } from './column-suggestion.contract.ts'
import { countOf } from './content.rules.ts'

export interface KeySuggestion {
  fields: string[]
  /** Whether every row has a value of its own. */
  isUnique: boolean
  /** Rows whose value came before, and rows without one. */
  duplicates: number
  blank: number
  why: string
}

const usual = ['system:externalId', 'system:email', 'name']
const labels: Readonly<Record<string, string>> = {
  'system:externalId': 'external ID',
  'system:email': 'email address',
  name: 'name',
}

function describe(target: string, columns: readonly Column[], rows: number): KeySuggestion {
  const [column] = columns
  const label = labels[target] ?? ''
  if (!column || columns.length > 1) {
    return {
      fields: [target],
      isUnique: false,
      duplicates: 0,
      blank: 0,
      why: `Rows are matched by their ${label}.`,
    }
  }
  const { repeats, filled, isExact } = column.profile
  const blank = rows - filled
  const about = isExact ? '' : 'about '
  const parts = [
    repeats > 0
      ? `${about}${countOf(repeats)} of ${countOf(rows)} rows ${repeats === 1 ? 'repeats' : 'repeat'} the ${label} of an earlier row`
      : '',
    blank > 0 ? `${countOf(blank)} ${blank === 1 ? 'row has' : 'rows have'} no ${label}` : '',
  ].filter(Boolean)
  const sentence =
    parts.length > 0
      ? `${parts.join(', and ')}.`
      : `Every row has an ${label} of its own.`.replace('an name', 'a name')
  return {
    fields: [target],
    isUnique: parts.length === 0,
    duplicates: repeats,
    blank,
    why: sentence.charAt(0).toUpperCase() + sentence.slice(1),
  }
}

/** Suggests the column that identifies a record: an external id, else an email address, else the name. */
export function suggestKey(
  columns: readonly Column[],
  chosen: ReadonlyMap<number, Suggestion>,
  rows: number,
): KeySuggestion | null {
  const ways = usual.flatMap((target) => {
    const filling = columns.filter(
      ({ at }) => chosen.get(at)?.target === target && (chosen.get(at)?.confidence ?? 0) >= sure,
    )
    return filling.length > 0 ? [describe(target, filling, rows)] : []
  })
  const best = ways.find(({ isUnique }) => isUnique)
  if (best) return best
  // None is unique: the one with the fewest rows that would be in conflict or left out.
  return ways.toSorted((a, b) => a.duplicates + a.blank - b.duplicates - b.blank)[0] ?? null
}
