import type { LevelId } from '@steward/contracts/level'
import type { Fit } from '../data-type/index.ts'
import type { CatalogueField } from '../field/index.ts'
import { findPeople, isFault } from '../data-type/index.ts'
import {
  sure,
  worthOffering,
  type Column,
  type Knowledge,
  type Suggestion,
} from './column-suggestion.contract.ts'
import {
  asDescription,
  asEmail,
  asExternalId,
  asName,
  asNamePart,
  asReference,
  isPerson,
  type Content,
} from './content.rules.ts'
import { bareHeader } from './header.bare.rules.ts'
import { conceptsOf } from './header.tokens.rules.ts'
import { nameParts, targetsOf, weigh } from './target.patterns.ts'

/** Nothing but a mapping of the company is certain. */
const most = 0.99

interface Candidate extends Suggestion {
  column: number
}

const content: Readonly<Record<string, (column: Column, rows: number, level: LevelId) => Content>> = {
  name: asName,
  'system:externalId': asExternalId,
  'system:email': asEmail,
  organization: asReference,
  account: asReference,
  about: asDescription,
}

function isFillable(field: CatalogueField): boolean {
  return field.uploadable || field.key === 'pulse'
}

/** Whether the values of a column can be what its header promises, and how they name things. */
function fits(field: CatalogueField, column: Column, { catalogue, stages, users }: Knowledge): Fit {
  const people = findPeople(users, 'refuse', 0)
  const seen = { bare: column.bare, values: column.values, guess: column.profile }
  return field.type.fits?.(seen, { level: catalogue.level, stages, people }) ?? true
}

function says(header: string, { says: more }: Content): string {
  return more ? `${header}, and ${more}.` : `${header}.`
}

/** Every field that a column may fill, by the words of its header, by what is in it, and by what was mapped before. */
function candidatesOf(column: Column, rows: number, known: Knowledge): Candidate[] {
  const found: Candidate[] = []
  const offer = (field: CatalogueField, weight: number, header: string): void => {
    if (weight < worthOffering) return
    const held = content[field.name]?.(column, rows, known.catalogue.level) ?? { share: 1 }
    const fit = fits(field, column, known)
    const confidence = Math.max(
      Math.min(weight * held.share, most),
      field.name === 'system:owners' ? asOwner(column, known) : 0,
    )
    if (fit === false || confidence < worthOffering) return
    found.push({
      column: column.at,
      target: field.name,
      why: header.startsWith('Matched') ? `${header}.` : says(header, held),
      confidence,
      match: fit === true ? null : fit,
    })
  }
  const { catalogue } = known
  for (const field of catalogue.fields.filter(isFillable)) {
    const mapped = (known.externalNames.get(field.name) ?? []).map(bareHeader).filter(Boolean)
    if (mapped.includes(column.bare)) offer(field, 1, 'Matched by your field mapping')
    else offer(field, likeness(field, column), 'Matched by name')
  }
  for (const { field: name, patterns, accepts } of targetsOf(catalogue.level)) {
    const field = catalogue.find(name)
    const label = field?.displayName ?? ''
    if (field)
      offer(
        field,
        weigh(column.concepts, patterns, catalogue.level, accepts),
        `"${column.name}" is a usual header for ${label}`,
      )
  }
  return found
}

/** Where nearly all values are users, a header that may mean an owner does. */
function asOwner({ values }: Column, { users }: Knowledge): number {
  const people = findPeople(users, 'refuse', 0)
  const known = values.filter((value) => !isFault(people.several(value, '', undefined)))
  return known.length >= values.length * 0.8 ? 0.85 : 0
}

/** How much a header is like the name of a field. */
function likeness(field: CatalogueField, column: Column): number {
  const names = [field.name.replace(/^system:/, ''), field.displayName]
  if (names.some((name) => bareHeader(name) === column.bare)) return 0.96
  const isSame = names.some((name) => {
    const concepts = conceptsOf(name)
    return (
      concepts.length === column.concepts.length && concepts.every((one) => column.concepts.includes(one))
    )
  })
  return isSame && field.key.match(/^\d+$/) ? 0.75 : 0
}

/** The surest candidates, one for each column and each field. */
function settle(candidates: readonly Candidate[]): Map<number, Suggestion> {
  const chosen = new Map<number, Suggestion>()
  const filled = new Set<string>()
  for (const { column, ...suggestion } of candidates.toSorted((a, b) => b.confidence - a.confidence)) {
    if (chosen.has(column) || filled.has(suggestion.target)) continue
    chosen.set(column, suggestion)
    filled.add(suggestion.target)
  }
  return chosen
}

const isPosition = (concept: string): boolean =>
  concept === 'row' || concept === 'line' || concept === 'index'

/** Of a file about anything, the first column called an id is that of its rows, where it tells all of them apart. */
function recognizeId(
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
function recognizeCustomerId(
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

/** A name that only the words of its header leave in doubt: its values may settle it. */
function recognizeName(
  columns: readonly Column[],
  rows: number,
  level: LevelId,
  chosen: Map<number, Suggestion>,
): void {
  const known = [...chosen].find(([, one]) => one.target === 'name')
  const column = columns.find(({ at }) => at === known?.[0])
  if (!known || !column || known[1].confidence >= sure || known[1].confidence < 0.55) return
  const { repeats, filled, shape } = column.profile
  const isUnique = repeats === 0 && filled === rows && shape.letters > 0.9
  // What is called the name of something else is not the record's.
  const isTelling = level === 3 ? shape.person >= 0.6 : isUnique && !column.concepts.includes('NAME')
  if (isTelling) chosen.set(known[0], { ...known[1], confidence: known[1].confidence + 0.12 })
}

/** Where a customer is a person, with an address of their own, its name is the contact's. */
function recognizeCustomer(columns: readonly Column[], chosen: Map<number, Suggestion>): void {
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

/** Fills what has become free with the surest of the other candidates. */
function settleAgain(candidates: readonly Candidate[], chosen: Map<number, Suggestion>): void {
  const filled = new Set([...chosen.values()].map(({ target }) => target))
  const open = candidates.filter(({ column, target }) => !chosen.has(column) && !filled.has(target))
  for (const [at, suggestion] of settle(open)) chosen.set(at, suggestion)
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

/** Beside a first name, a column that is only called a name has the last one: Nom and Prénom. */
function isSurname({ concepts, profile }: Column): boolean {
  return concepts.join(' ') === 'NAME' && profile.shape.words < 1.3
}

/** The parts of a name, where they are better than a column that may be the whole. */
function betterParts(columns: readonly Column[], whole: Column | undefined, certainty: number): NamePart[] {
  const parts = namePartsOf(columns)
  const has = (wanted: string): boolean => parts.some(({ part }) => part === wanted)
  if (whole && isSurname(whole) && has('FIRST') && !has('LAST'))
    return [...parts, { part: 'LAST', column: whole, confidence: certainty }]
  return has('LAST') && certainty < 0.8 ? parts : []
}

/** Without a column for the whole name, a contact's is joined from its parts. */
function joinNameParts(columns: readonly Column[], chosen: Map<number, Suggestion>): void {
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

/** A contact's address is known by its looks, whatever the column is called. */
function recognizeEmail(
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

/** A field for each column that one is found for, by the position of the column. */
export function suggestTargets(
  columns: readonly Column[],
  rows: number,
  known: Knowledge,
): Map<number, Suggestion> {
  const candidates = columns.flatMap((column) => candidatesOf(column, rows, known))
  const chosen = settle(candidates)
  if (known.catalogue.level === 3) {
    recognizeCustomerId(columns, rows, chosen)
    settleAgain(candidates, chosen)
  }
  recognizeId(columns, rows, known.catalogue.level, chosen)
  recognizeName(columns, rows, known.catalogue.level, chosen)
  if (known.catalogue.level === 3) {
    joinNameParts(columns, chosen)
    recognizeCustomer(columns, chosen)
  }
  recognizeEmail(columns, rows, known, chosen)
  return chosen
}
