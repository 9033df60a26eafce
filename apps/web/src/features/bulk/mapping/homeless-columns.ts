import type { ColumnGuess, Detection } from '../bulk.calls.ts'
import type { Choices } from '../wizard/import-draft.ts'

/** Columns that go nowhere although they have values. */
export function homelessColumns({ columns }: Detection, choices: Choices): ColumnGuess[] {
  return columns.filter((guess, at) => guess.filled > 0 && choices.columns[at]?.target === null)
}

/** By which records are known: a column that may hold it is not for a field of its own, unless another one has it. */
const known = new Set(['name', 'system:externalId'])

export function isOfferedAsName({ offer }: ColumnGuess, { columns }: Pick<Choices, 'columns'>): boolean {
  if (!offer || !known.has(offer.target)) return false
  return columns.every(({ target }) => target !== offer.target)
}

/** Fields that records are known by, as people see them. */
export const offeredLabel = ({ offer }: ColumnGuess): string =>
  offer?.target === 'name' ? 'Name' : 'External ID'
