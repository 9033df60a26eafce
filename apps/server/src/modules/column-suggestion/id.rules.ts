import type { LevelId } from '@steward/contracts/level'
import { sure, type Column, type Suggestion } from './column-suggestion.contract.ts'
import { asExternalId, says } from './content.rules.ts'

const isPosition = (concept: string): boolean =>
  concept === 'row' || concept === 'line' || concept === 'index'

/** Takes the first column that is called an id as the external id, if its values are unique. */
export function recognizeId(
  columns: readonly Column[],
  rows: number,
  level: LevelId,
  chosen: Map<number, Suggestion>,
): void {
  const target = 'system:externalId'
  const known = [...chosen].find(([, one]) => one.target === target)
  if (known && known[1].confidence >= sure) return
  const column = columns.find(
    ({ at, concepts }) =>
      concepts.at(-1) === 'ID' && !concepts.some(isPosition) && (!chosen.has(at) || at === known?.[0]),
  )
  if (!column || column.profile.repeats > 0 || column.profile.filled < rows) return
  const held = asExternalId(column, rows)
  if (held.share < 1) return
  if (known) chosen.delete(known[0])
  const why = says(`"${column.name}" is the first column with ids`, held)
  chosen.set(column.at, { target, why, confidence: level === 4 ? 0.8 : 0.6, match: null })
}

/** Where every contact has a customer id of their own, and nothing else for one, it is the contact's. */
export function recognizeCustomerId(
  columns: readonly Column[],
  rows: number,
  chosen: Map<number, Suggestion>,
): void {
  const target = 'system:externalId'
  if ([...chosen.values()].some((one) => one.target === target && one.confidence >= sure)) return
  const column = columns.find(
    ({ at, name, concepts, profile }) =>
      ['account', target, undefined].includes(chosen.get(at)?.target) &&
      concepts.join(' ') === 'ACC ID' &&
      /cust|client|kund/i.test(name) &&
      profile.repeats === 0 &&
      profile.filled === rows,
  )
  if (!column) return
  for (const [at, one] of chosen) if (one.target === target) chosen.delete(at)
  const why = says(`"${column.name}" is a usual header for External ID`, asExternalId(column, rows))
  chosen.set(column.at, { target, why, confidence: 0.8, match: null })
}
