import { fold } from '@steward/conditions'
import type { LevelId } from '@steward/contracts/level'
import { starterFieldNames } from '@steward/contracts/plain/starter-field'
import type { Fit } from '../data-type/index.ts'
import type { CatalogueField } from '../field/index.ts'
import { findPeople, isFault } from '../data-type/index.ts'
import { worthOffering, type Column, type Knowledge, type Suggestion } from './column-suggestion.contract.ts'
import {
  asDay,
  asDescription,
  asEmail,
  asExternalId,
  asName,
  asReference,
  asWebsite,
  says,
  type Content,
} from './content.rules.ts'
import { recognizeEmail } from './email.rules.ts'
import { bareHeader } from './header.bare.rules.ts'
import { conceptsOf } from './header.tokens.rules.ts'
import { recognizeCustomerId, recognizeId } from './id.rules.ts'
import { joinNameParts, recognizeCustomer, recognizeName, recognizeOrganization } from './name.rules.ts'
import { targetsOf, weigh } from './target.patterns.ts'

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
  createdAt: asDay,
  [starterFieldNames.domain]: asWebsite,
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

/** Every field that a column may fill, by the words of its header, by what is in it, and by what was mapped before. */
function candidatesOf(column: Column, rows: number, known: Knowledge): Candidate[] {
  const found: Candidate[] = []
  const offer = (field: CatalogueField, weight: number, header: string): void => {
    if (weight < worthOffering) return
    const held = content[field.name]?.(column, rows, known.catalogue.level) ?? { share: 1 }
    const fit = fits(field, column, known)
    const confidence = Math.max(
      Math.min(weight * held.share * worthOf(column, rows) + inEnglish(column), most),
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
    else if (known.earlier.get(column.name) === field.name) offer(field, 1, 'Matched as in an earlier import')
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

/** Of headers that differ by their language, as `name_fr` and `name_en`, the English one comes first. */
const inEnglish = ({ name }: Column): number => (/(?:^|[\W_])en(?:glish)?$/i.test(name) ? 0.005 : 0)

/** A column without values gives way to one that has some. */
const worthOf = ({ profile }: Column, rows: number): number => (rows > 0 && profile.filled === 0 ? 0.95 : 1)

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
  if (!field.key.match(/^\d+$/)) return 0
  return isSame || isQualified(field, column) ? 0.75 : 0
}

/** A header such as `plan_tier`, whose last words are the name of a picklist, over values that are its options. */
function isQualified({ name, displayName, options, dataType }: CatalogueField, column: Column): boolean {
  if (dataType !== 'singlePicklist' || column.values.length < 2) return false
  const isLast = [name, displayName].map(conceptsOf).some((concepts) => {
    const last = column.concepts.slice(-concepts.length)
    return concepts.length > 0 && concepts.every((one, at) => one === last[at])
  })
  const known = new Set(options.flatMap(({ value, retired }) => (retired ? [] : fold(value))))
  return isLast && column.values.filter((text) => known.has(fold(text))).length >= column.values.length * 0.8
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

/** Fills what has become free with the surest of the other candidates. */
function settleAgain(candidates: readonly Candidate[], chosen: Map<number, Suggestion>): void {
  const filled = new Set([...chosen.values()].map(({ target }) => target))
  const open = candidates.filter(({ column, target }) => !chosen.has(column) && !filled.has(target))
  for (const [at, suggestion] of settle(open)) chosen.set(at, suggestion)
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
  if (known.catalogue.level === 2) recognizeOrganization(columns, rows, chosen)
  if (known.catalogue.level === 3) {
    joinNameParts(columns, chosen)
    recognizeCustomer(columns, chosen)
  }
  recognizeEmail(columns, rows, known, chosen)
  return chosen
}
