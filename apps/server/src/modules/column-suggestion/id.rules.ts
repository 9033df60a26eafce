import type { LevelId } from '@steward/contracts/level'
import { sure, type Column, type Suggestion } from './column-suggestion.contract.ts'
import { asExternalId, says } from './content.rules.ts'
import { ownConcept } from './target.patterns.ts'

/** Digits, with letters or signs perhaps, and no word beside them: 10007, CT510, a UUID. */
const code = /^[\w{}./-]*\d[\w{}./-]*$/

/** A column that is called as its records are, and holds their ids: the "Account" of a CRM's table. */
function isRecordItself({ concepts, profile, values }: Column, level: LevelId): boolean {
  const [first, ...others] = concepts
  const isOwn = first === ownConcept[level] || (level === 1 && first === 'ACC')
  const isCalledSo = isOwn && others.every((one) => one === 'partner')
  return isCalledSo && profile.type !== 'date' && values.every((value) => code.test(value.trim()))
}

const isPosition = (concept: string): boolean =>
  concept === 'row' || concept === 'line' || concept === 'index'

const isCalledId = ({ concepts }: Column): boolean => concepts.at(-1) === 'ID' && !concepts.some(isPosition)

/** Whether a column numbers the rows of its file. */
const numbersRows = ({ values }: Column): boolean => values.slice(0, 5).join() === '1,2,3,4,5'

/** The first column of a file, where it is called a number or a code: "Licence no.", "Code". */
const isFirstCode = ({ at, concepts }: Column): boolean =>
  at === 0 && concepts.some((one) => one === 'NUMBER' || one === 'CODE')

/** How sure a column is to have the ids of the records that nothing is plainly called an id of; undefined if it isn't. */
function certaintyOf(column: Column, columns: readonly Column[], level: LevelId): number | undefined {
  if (numbersRows(column)) return undefined
  if (isRecordItself(column, level) || isFirstCode(column)) return 0.8
  if (!isCalledId(column)) return undefined
  const isOnly = columns.filter(isCalledId).length === 1
  return level === 4 || (isOnly && column.concepts.includes(ownConcept[level])) ? 0.8 : 0.6
}

/** Takes the first column that has ids as the external id, if its values are unique. */
export function recognizeId(
  columns: readonly Column[],
  rows: number,
  level: LevelId,
  chosen: Map<number, Suggestion>,
): void {
  const target = 'system:externalId'
  const known = [...chosen].find(([, one]) => one.target === target)
  if (known && known[1].confidence >= sure) return
  const isFree = ({ at }: Column): boolean => !chosen.has(at) || at === known?.[0]
  const column = columns.find((one) => isFree(one) && certaintyOf(one, columns, level) !== undefined)
  const confidence = column && certaintyOf(column, columns, level)
  if (!column || confidence === undefined) return
  if (column.profile.repeats > 0 || column.profile.filled < rows) return
  const held = asExternalId(column, rows)
  if (held.share < 1) return
  if (known) chosen.delete(known[0])
  const why = says(`"${column.name}" is the first column with ids`, held)
  chosen.set(column.at, { target, why, confidence, match: null })
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
