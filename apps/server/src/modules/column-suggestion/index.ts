import type { TableProfile } from '../../platform/tabular/index.ts'
import type { ColumnType } from '../../platform/tabular/index.ts'
import type { Column, Knowledge, Suggestion } from './column-suggestion.contract.ts'
import { fieldTypeOf } from './column.field-type.ts'
import { bareHeader } from './header.bare.rules.ts'
import { conceptOf } from './header.lexicon.ts'
import { conceptsOf, readableName, tokensOf } from './header.tokens.rules.ts'
import { suggestKey, type KeySuggestion } from './key.rules.ts'
import { suggestTargets } from './column.suggestion.ts'

export { sure } from './column-suggestion.contract.ts'
export { withSerialDates } from './column.serial.ts'
export type { Knowledge, KeySuggestion, Suggestion }

/** The suggestion for one column of a file. */
export interface SuggestedColumn {
  suggestion: Suggestion | null
  /** The type of a field that would be made from it, and what it would be called. */
  dataType: ColumnType
  fieldName: string
}

const mostValues = 60

/** The noun of a file whose first columns are "Card ID" and "Card name": it says nothing that the file does not. */
function recordNoun(names: readonly string[]): string | undefined {
  const [noun = '', last, ...more] = tokensOf(names[0] ?? '')
  const isOwn = last === 'id' && more.length === 0 && conceptOf(noun) === noun
  return isOwn && names.some((name) => conceptsOf(name).join(' ') === `${noun} NAME`) ? noun : undefined
}

function conceptsIn(name: string, noun: string | undefined): string[] {
  const concepts = conceptsOf(name)
  return noun !== undefined && concepts[0] === noun && concepts.length > 1 ? concepts.slice(1) : concepts
}

function columnOf(name: string, at: number, { columns }: TableProfile, noun: string | undefined): Column {
  const profile = columns[at] as TableProfile['columns'][number]
  const values = [...new Set([...profile.samples, ...profile.distinct])].slice(0, mostValues)
  return { at, name, bare: bareHeader(name), concepts: conceptsIn(name, noun), profile, values }
}

/** Suggests for the columns of a file, by their headers and by all that is in them, where they go; and the key. */
export function suggestColumns(
  names: readonly string[],
  profile: TableProfile,
  known: Knowledge,
): { columns: SuggestedColumn[]; key: KeySuggestion | null } {
  const noun = recordNoun(names)
  const columns = names.map((name, at) => columnOf(name, at, profile, noun))
  const rows = profile.rows - profile.headers.count
  const chosen = suggestTargets(columns, rows, known)
  return {
    columns: columns.map(({ at, name, profile: one }) => ({
      suggestion: chosen.get(at) ?? null,
      dataType: fieldTypeOf(name, one),
      fieldName: readableName(name),
    })),
    key: suggestKey(columns, chosen, rows),
  }
}
