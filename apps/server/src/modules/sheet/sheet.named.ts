import { fold } from '@steward/conditions'
import { referredLevel } from '@steward/contracts/data-type'
import type { LevelId } from '@steward/contracts/level'
import type { Actor } from '../../platform/actor.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { Catalogue } from '../field/index.ts'
import { matchRecords, type Match } from '../record/index.ts'
import type { ColumnReader } from './sheet.column.ts'

/** `source`: by the id that it has in another system. */
export type Way = 'externalId' | 'name' | 'email' | 'id' | 'source'

/** A record that a row names, and for its account the organization that is beside it. */
export interface Naming {
  reader: ColumnReader
  text: string
  organizationId: number | null
}

/**
 * What texts will name once the files before this one are imported, given what they name now: by the keys of some
 * fields of a level, and what the caller calls each set of their values.
 */
export type Foresee = (
  db: Db | Tx,
  level: LevelId,
  keys: readonly string[],
  wanted: ReadonlyMap<string, readonly string[]>,
  found: Map<string, Match[]>,
) => Promise<Map<string, Match[]>>

/**
 * Records that earlier files would create have ids from here on down; those that only a batch knows of have ids
 * between them and zero.
 */
export const firstForeseen = -1_000_000_000

/** Whether an id is of a record that is not there yet, and that only its batch knows of. */
export const isOfBatch = (id: number): boolean => id < 0 && id > firstForeseen

/** What was found of the names of a batch. */
export interface Named {
  /** The records that a text names; beside an organization those of it, where there are any. */
  matchesOf(naming: Naming): readonly Match[]
}

export function wayOf({ mapping }: ColumnReader): Way {
  const { match = 'name', idSource } = mapping
  return match === 'externalId' && idSource !== undefined ? 'source' : match
}

export const levelNamedBy = (reader: ColumnReader): LevelId => referredLevel(reader.field.dataType) ?? 1

/** What two texts that name the same have in common: external ids compare as they are, all else without regard to case. */
export function keyOfText(text: string, way: Way): string {
  return way === 'externalId' || way === 'source' ? text : fold(text.trim())
}

interface Search {
  db: Db | Tx
  actor: Actor
  catalogue: Catalogue
  foresee: Foresee | undefined
}

/** The records that have these values, by what the caller calls each of them. */
async function search(
  { db, actor, catalogue, foresee }: Search,
  keys: readonly string[],
  wanted: ReadonlyMap<string, readonly string[]>,
): Promise<Map<string, Match[]>> {
  const fields = keys.map((key) => catalogue.byKey(key)).filter((field) => field !== undefined)
  if (fields.length < keys.length || wanted.size === 0) return new Map()
  const found = await matchRecords(db, actor, catalogue.level, fields, [...wanted.values()])
  const byName = new Map([...wanted.keys()].map((name, at) => [name, found[at] ?? []]))
  return foresee ? foresee(db, catalogue.level, keys, wanted, byName) : byName
}

const withinKey = (organizationId: number, text: string): string =>
  `${organizationId}:${keyOfText(text, 'name')}`

/** The records that have one of some ids in another system; none where no field has these. */
function matchesOfSource(
  source: string | undefined,
  place: Search,
  texts: readonly string[],
): Promise<Map<string, Match[]>> {
  const field = place.catalogue.fields.find(({ idSource }) => idSource !== undefined && idSource === source)
  return field ? search(place, [field.key], new Map(texts.map((text) => [text, [text]]))) : none()
}

const none = async (): Promise<Map<string, Match[]>> => new Map()

function matchesBy(
  way: Exclude<Way, 'source'>,
  place: Search,
  texts: readonly string[],
): Promise<Map<string, Match[]>> {
  const usable = way === 'id' ? texts.filter((text) => /^\d{1,15}$/.test(text)) : texts
  const wanted = new Map(usable.map((text) => [keyOfText(text, way), [text]]))
  return search(place, [way === 'id' ? 'recordId' : way], wanted)
}

/** Accounts are called alike in several organizations: those that rows name beside an organization. */
function matchesWithin(place: Search, namings: readonly Naming[]): Promise<Map<string, Match[]>> {
  const wanted = new Map<string, string[]>()
  for (const { text, organizationId } of namings) {
    if (organizationId !== null && !isOfBatch(organizationId))
      wanted.set(withinKey(organizationId, text), [text, String(organizationId)])
  }
  return search(place, ['name', 'organizationId'], wanted)
}

interface Found {
  way: Way
  byWay: ReadonlyMap<string, readonly Match[]>
  /** By external ID, as exports write it where there is one. */
  byId: ReadonlyMap<string, readonly Match[]>
  within: ReadonlyMap<string, readonly Match[]>
}

function distinct(matches: readonly Match[]): Match[] {
  return [...new Map(matches.map((match) => [match.recordId, match])).values()]
}

function matchesIn({ way, byWay, byId, within }: Found, { text, organizationId }: Naming): Match[] {
  const named = byWay.get(keyOfText(text, way)) ?? []
  if (way !== 'name') return [...named]
  const known = byId.get(text) ?? []
  if (organizationId === null) return distinct([...named, ...known])
  const here = within.get(withinKey(organizationId, text)) ?? []
  const knownHere = known.filter((match) => match.organizationId === organizationId)
  const found = distinct([...here, ...knownHere])
  return found.length > 0 ? found : [...known]
}

/** Looks for the records that rows name, once for each different text. */
export async function findNamed(
  db: Db | Tx,
  actor: Actor,
  catalogues: (level: LevelId) => Promise<Catalogue>,
  namings: readonly Naming[],
  foresee?: Foresee,
): Promise<Named> {
  const found = new Map<ColumnReader, Found>()
  for (const [reader, group] of Map.groupBy(namings, (one) => one.reader)) {
    const way = wayOf(reader)
    const place = { db, actor, catalogue: await catalogues(levelNamedBy(reader)), foresee }
    const texts = [...new Set(group.map(({ text }) => text))]
    const byName = way === 'name'
    found.set(reader, {
      way,
      byWay:
        way === 'source'
          ? await matchesOfSource(reader.mapping.idSource, place, texts)
          : await matchesBy(way, place, texts),
      byId: byName ? await matchesBy('externalId', place, texts) : new Map(),
      within: byName ? await matchesWithin(place, group) : new Map(),
    })
  }
  return { matchesOf: (naming) => matchesIn(found.get(naming.reader) as Found, naming) }
}
