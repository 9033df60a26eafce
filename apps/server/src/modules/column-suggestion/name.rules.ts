import type { LevelId } from '@steward/contracts/level'
import { sure, type Column, type Suggestion } from './column-suggestion.contract.ts'
import { asNamePart, isPerson } from './content.rules.ts'
import { nameParts, ownConcept, weigh } from './target.patterns.ts'

function namesEachRow({ profile: { repeats, filled, shape } }: Column, rows: number): boolean {
  return repeats === 0 && filled === rows && shape.letters > 0.9
}

/** Where nothing names the accounts of a file, and each has an organization of its own, that is their name. */
export function recognizeOrganization(
  columns: readonly Column[],
  rows: number,
  chosen: Map<number, Suggestion>,
): void {
  if ([...chosen.values()].some(({ target, confidence }) => target === 'name' && confidence >= sure)) return
  const column = columns.find((one) => chosen.get(one.at)?.target === 'organization')
  if (!column || column.concepts.includes('PARENT') || !namesEachRow(column, rows)) return
  for (const [at, { target }] of chosen) if (target === 'name') chosen.delete(at)
  const why = `Nothing else names the accounts, and each has a "${column.name}" of its own.`
  chosen.set(column.at, { target: 'name', why, confidence: 0.8, match: null })
}

/** A name that only the words of its header leave in doubt: its values may settle it. */
export function recognizeName(
  columns: readonly Column[],
  rows: number,
  level: LevelId,
  chosen: Map<number, Suggestion>,
): void {
  const known = [...chosen].find(([, one]) => one.target === 'name')
  const column = columns.find(({ at }) => at === known?.[0])
  if (!known || !column || known[1].confidence >= sure || known[1].confidence < 0.55) return
  const { concepts, profile } = column
  // A header such as "plan name" names something else than the record; "account holder name" does not.
  const mayNameRecord = !concepts.includes('NAME') || concepts.includes(ownConcept[level])
  const isTelling = level === 3 ? profile.shape.person >= 0.6 : mayNameRecord && namesEachRow(column, rows)
  if (isTelling) chosen.set(known[0], { ...known[1], confidence: known[1].confidence + 0.12 })
}

/** Where a customer is a person, with an address of their own, its name is the contact's. */
export function recognizeCustomer(columns: readonly Column[], chosen: Map<number, Suggestion>): void {
  if ([...chosen.values()].some(({ target, confidence }) => target === 'name' && confidence >= sure)) return
  const column = columns.find(
    (one) =>
      chosen.get(one.at)?.target === 'account' && one.concepts.join(' ') === 'ACC NAME' && isPerson(one),
  )
  const address = columns.find(
    ({ concepts, profile }) => profile.type === 'email' && concepts.includes('ACC'),
  )
  if (!column || !address) return
  const why = `"${column.name}" has names of people, whose addresses are in "${address.name}".`
  for (const [at, { target }] of chosen) if (target === 'name') chosen.delete(at)
  chosen.set(column.at, { target: 'name', why, confidence: 0.8, match: null })
}

interface NamePart {
  part: string
  column: Column
  confidence: number
}

function namePartsOf(columns: readonly Column[]): NamePart[] {
  return nameParts.flatMap(({ part, patterns }) => {
    const found = columns
      .map((column) => ({
        part,
        column,
        confidence: weigh(column.concepts, patterns, 3) * asNamePart(column).share,
      }))
      .filter(({ confidence }) => confidence >= sure)
      .toSorted((a, b) => b.confidence - a.confidence)[0]
    return found ? [found] : []
  })
}

/** Beside one part of a name, a column that is only called a name has the other: Nom and Prénom, Nome and Cognome. */
function isPart({ concepts, profile }: Column): boolean {
  return concepts.join(' ') === 'NAME' && profile.shape.words < 1.3
}

/** The parts of a name, where they are better than a column that may be the whole. */
function betterParts(columns: readonly Column[], whole: Column | undefined, certainty: number): NamePart[] {
  const parts = namePartsOf(columns)
  const has = (wanted: string): boolean => parts.some(({ part }) => part === wanted)
  if (whole && isPart(whole) && has('FIRST') !== has('LAST'))
    return [...parts, { part: has('FIRST') ? 'LAST' : 'FIRST', column: whole, confidence: certainty }]
  return has('LAST') && certainty < 0.8 ? parts : []
}

/** Without a column for the whole name, a contact's is joined from its parts. */
export function joinNameParts(columns: readonly Column[], chosen: Map<number, Suggestion>): void {
  const whole = columns.find(({ at }) => chosen.get(at)?.target === 'name')
  const parts = betterParts(columns, whole, (whole && chosen.get(whole.at)?.confidence) ?? 0)
  if (parts.length === 0) return
  if (whole) chosen.delete(whole.at)
  const places = nameParts.map(({ part }) => part as string)
  for (const { part, column, confidence } of parts) {
    const why = 'The parts of the name are joined, the first name first.'
    chosen.set(column.at, { target: 'name', why, confidence, match: null, place: places.indexOf(part) })
  }
}
