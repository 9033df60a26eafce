import {
  sure,
  worthOffering,
  type Column,
  type Knowledge,
  type Suggestion,
} from './column-suggestion.contract.ts'

/** A contact's address is known by its looks, whatever the column is called. */
export function recognizeEmail(
  columns: readonly Column[],
  rows: number,
  known: Knowledge,
  chosen: Map<number, Suggestion>,
): void {
  const target = 'system:email'
  if (!known.catalogue.find(target)) return
  const offered = [...chosen].find(([, one]) => one.target === target)
  if (offered && offered[1].confidence >= sure) return
  const addresses = columns.filter(
    ({ at, profile }) => profile.type === 'email' && (!chosen.has(at) || at === offered?.[0]),
  )
  const [column] = addresses
  if (!column || (offered && column.at !== offered[0])) return
  const isOnly = addresses.length === 1 && column.profile.filled * 2 > rows
  const why = isOnly
    ? 'Its values are email addresses.'
    : 'Its values are email addresses, as those of other columns are.'
  const isForeign = column.concepts.some((one) => one === 'OWNER' || one === 'MANAGER')
  const confidence = isForeign ? worthOffering : isOnly ? 0.8 : 0.5
  chosen.set(column.at, { target, why, confidence, match: null })
}
