import { fold } from '@steward/conditions'
import { referredLevel, textLimits } from '@steward/contracts/data-type'
import { levelOf, type LevelId } from '@steward/contracts/level'
import type { Actor } from '../../platform/actor.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { quote } from '../data-type/index.ts'
import type { Catalogue, CatalogueField } from '../field/index.ts'
import { matchRecords, type Match, type Problem, type Values } from '../record/index.ts'
import type { ColumnReader } from './sheet.column.ts'
import type { Draft } from './sheet.row.ts'

/** An organization or account that a row names and that is not there yet. Its id is below zero until it is written. */
export interface NewParent {
  id: number
  level: 1 | 2
  values: Values
}

/** A row with the ids of the records that it names. */
export interface ResolvedRow {
  draft: Draft
  values: Values
  problems: Problem[]
}

export interface Resolution {
  rows: ResolvedRow[]
  /** By their provisional ids; the organizations come first. */
  parents: Map<number, NewParent>
}

const sayBetter: Readonly<Record<string, string>> = {
  name: 'Map its External ID instead.',
  email: 'Map its External ID instead.',
}

type Way = 'externalId' | 'name' | 'email' | 'id'

function fieldByWay(catalogue: Catalogue, way: Way): CatalogueField | undefined {
  return catalogue.byKey(way === 'id' ? 'recordId' : way)
}

/** The records that one column names in these rows, by the folded text of the cell. */
async function findNamed(
  db: Db | Tx,
  actor: Actor,
  catalogue: Catalogue,
  way: Way,
  texts: readonly string[],
): Promise<Map<string, Match[]>> {
  const field = fieldByWay(catalogue, way)
  const usable = way === 'id' ? texts.filter((text) => /^\d{1,15}$/.test(text)) : texts
  if (!field || usable.length === 0) return new Map()
  const found = await matchRecords(
    db,
    actor,
    catalogue.level,
    [field],
    usable.map((text) => [text]),
  )
  return new Map(
    usable.map((text, at) => [keyOfText(text, way), (found[at] ?? []).filter((match) => match.visible)]),
  )
}

/** What two texts that name the same have in common: external ids compare as they are, all else without regard to case. */
function keyOfText(text: string, way: Way): string {
  return way === 'externalId' ? text : fold(text.trim())
}

interface Found {
  reader: ColumnReader
  level: LevelId
  way: Way
  matches: Map<string, Match[]>
}

function wayOf(reader: ColumnReader): Way {
  return reader.mapping.match ?? 'name'
}

async function findAll(
  db: Db | Tx,
  actor: Actor,
  catalogues: (level: LevelId) => Promise<Catalogue>,
  drafts: readonly Draft[],
): Promise<Map<ColumnReader, Found>> {
  const texts = new Map<ColumnReader, Map<string, string>>()
  for (const { lookups } of drafts) {
    for (const { reader, text } of lookups) {
      const known = texts.get(reader) ?? new Map<string, string>()
      known.set(keyOfText(text, wayOf(reader)), text)
      texts.set(reader, known)
    }
  }
  const found = new Map<ColumnReader, Found>()
  for (const [reader, known] of texts) {
    const level = referredLevel(reader.field.dataType) ?? 1
    const way = wayOf(reader)
    const catalogue = await catalogues(level)
    const matches = await findNamed(db, actor, catalogue, way, [...known.values()])
    // What nobody is called may be an external id, as exports write it where there is one.
    const nameless = way === 'name' ? [...known].filter(([key]) => !matches.get(key)?.length) : []
    const byId = await findNamed(
      db,
      actor,
      catalogue,
      'externalId',
      nameless.map(([, text]) => text),
    )
    for (const [key, text] of nameless) matches.set(key, byId.get(text) ?? [])
    found.set(reader, { reader, level, way, matches })
  }
  return found
}

/** Gives each name that is not there one provisional record for the whole batch. */
function createNewParents() {
  const parents = new Map<number, NewParent>()
  const idByName = new Map<string, number>()
  return {
    parents,
    idOf(level: 1 | 2, text: string, way: Way, organizationId: number | null): number {
      const name = `${level}:${way}:${keyOfText(text, way)}`
      const known = idByName.get(name)
      if (known !== undefined) return known
      const id = -(parents.size + 1)
      const values: Values = { name: text }
      if (way === 'externalId') values['externalId'] = text
      if (level === 2 && organizationId !== null) values['organizationId'] = organizationId
      idByName.set(name, id)
      parents.set(id, { id, level, values })
      return id
    },
  }
}

function missing(field: CatalogueField, level: LevelId, text: string, way: Way): Problem {
  const by =
    way === 'name'
      ? 'called'
      : `with ${way === 'externalId' ? 'external ID' : way === 'id' ? 'ID' : 'e-mail'}`
  return {
    field: field.name,
    message: `${field.displayName}: there is no ${levelOf(level).name} ${by} ${quote(text)}.`,
  }
}

function canCreate({ createsParents }: ColumnReader, level: LevelId, way: Way): boolean {
  return createsParents && level < 3 && (way === 'name' || way === 'externalId')
}

/**
 * Puts ids in the place of the names of other records. A name that is not there becomes a new parent
 * where the column allows it, else a problem of its row; so does one that several records have.
 */
export async function resolveReferences(
  db: Db | Tx,
  actor: Actor,
  catalogues: (level: LevelId) => Promise<Catalogue>,
  drafts: readonly Draft[],
): Promise<Resolution> {
  const found = await findAll(db, actor, catalogues, drafts)
  const fresh = createNewParents()

  function idFor(values: Values, { reader, level, way, matches }: Found, text: string): number | Problem {
    const { field } = reader
    const [match, ...more] = matches.get(keyOfText(text, way)) ?? []
    if (more.length > 0) {
      const { plural } = levelOf(level)
      const message = `${field.displayName}: several ${plural} are ${quote(text)}. ${sayBetter[way] ?? ''}`
      return { field: field.name, message: message.trim() }
    }
    if (match) return match.recordId
    if (!canCreate(reader, level, way)) return missing(field, level, text, way)
    if (text.length > textLimits.name) {
      return { field: field.name, message: `${field.displayName}: a name has at most 255 characters.` }
    }
    const organizationId = values['organizationId']
    return fresh.idOf(level as 1 | 2, text, way, typeof organizationId === 'number' ? organizationId : null)
  }

  const rows = drafts.map((draft): ResolvedRow => {
    if (draft.lookups.length === 0) return { draft, values: draft.values, problems: draft.problems }
    const values: Values = { ...draft.values }
    const problems = [...draft.problems]
    // The organization first: an account that is created hangs below it.
    const lookups = draft.lookups.toSorted(
      (a, b) =>
        Number(a.reader.field.key !== 'organizationId') - Number(b.reader.field.key !== 'organizationId'),
    )
    for (const { reader, text } of lookups) {
      const id = idFor(values, found.get(reader) as Found, text)
      if (typeof id === 'number') values[reader.field.key] = id
      else problems.push(id)
    }
    return { draft, values, problems }
  })
  return { rows, parents: fresh.parents }
}
