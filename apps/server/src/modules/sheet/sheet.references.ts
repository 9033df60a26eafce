import { textLimits } from '@steward/contracts/data-type'
import { levelOf, type LevelId } from '@steward/contracts/level'
import type { Actor } from '../../platform/actor.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { quote } from '../data-type/index.ts'
import type { Catalogue } from '../field/index.ts'
import type { Match, Problem, Values } from '../record/index.ts'
import type { ColumnReader } from './sheet.column.ts'
import {
  findNamed,
  keyOfText,
  levelNamedBy,
  wayOf,
  type Foresee,
  type Named,
  type Naming,
  type Way,
} from './sheet.named.ts'
import type { BadCell, Draft } from './sheet.row.ts'

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
  unread: BadCell[]
}

export interface Resolution {
  rows: ResolvedRow[]
  /** By their provisional ids; the organizations come first. */
  parents: Map<number, NewParent>
}

/**
 * Gives each record that is not there one provisional record for the whole batch. Accounts of several
 * organizations may have one name; an external ID is of one record, wherever it hangs.
 */
function createNewParents() {
  const parents = new Map<number, NewParent>()
  const idsByName = new Map<string, number[]>()

  return {
    parents,
    /** Those that a row may mean: several only where it names an account without its organization. */
    idsOf(level: 1 | 2, text: string, way: Way, organizationId: number | null): readonly number[] {
      const name = `${level}:${way}:${keyOfText(text, way)}`
      const namesakes = idsByName.get(name) ?? []
      const known =
        level === 2 && way === 'name' && organizationId !== null
          ? namesakes.filter((id) => parents.get(id)?.values['organizationId'] === organizationId)
          : namesakes
      if (known.length > 0) return known
      const id = -(parents.size + 1)
      const values: Values = { name: text }
      if (way === 'externalId') values['externalId'] = text
      if (level === 2 && organizationId !== null) values['organizationId'] = organizationId
      parents.set(id, { id, level, values })
      idsByName.set(name, [...namesakes, id])
      return [id]
    },
  }
}

const waysInWords: Readonly<Record<Exclude<Way, 'source'>, string>> = {
  name: 'called',
  externalId: 'with external ID',
  email: 'with e-mail',
  id: 'with ID',
}

function missing({ reader, text, organizationId }: Naming): Problem {
  const { name, displayName } = reader.field
  const way = wayOf(reader)
  const found = way === 'source' ? `with ${reader.mapping.idSource} ID` : waysInWords[way]
  const what = `${levelOf(levelNamedBy(reader)).name} ${found} ${quote(text)}`
  const where = way === 'name' && organizationId !== null ? ' in the organization beside it' : ''
  return { field: name, message: `${displayName}: there is no ${what}${where}.` }
}

const isCalled = (match: Match, text: string): boolean =>
  keyOfText(match.name, 'name') === keyOfText(text, 'name')

function several(reader: ColumnReader, text: string, way: Way, matches: readonly Match[]): Problem {
  const { field } = reader
  const level = levelOf(levelNamedBy(reader))
  const named = matches.some((match) => isCalled(match, text))
  const message =
    way === 'name' && named && matches.some((match) => !isCalled(match, text))
      ? `${field.displayName}: ${quote(text)} is the name of one ${level.name} and the external ID of another.`
      : `${field.displayName}: several ${level.plural} are ${quote(text)}.`
  const hint = way === 'name' || way === 'email' ? ' Map its External ID instead.' : ''
  return { field: field.name, message: message + hint }
}

function canCreate({ createsParents }: ColumnReader, level: LevelId, way: Way): boolean {
  return createsParents && level < 3 && (way === 'name' || way === 'externalId')
}

type Lookup = Draft['lookups'][number]

const isOrganization = ({ reader }: Lookup): boolean => reader.field.key === 'organizationId'

/** 1 for a row that names no organization, and 0 for others. */
const isBare = ({ values }: ResolvedRow): number => Number(typeof values['organizationId'] !== 'number')

/** The organization that a row names; what a field of the tenant refers to may lie in any. */
function organizationOf({ values }: ResolvedRow, { reader }: Pick<Lookup, 'reader'>): number | null {
  const { organizationId } = values
  if (reader.field.key !== 'accountId') return null
  return typeof organizationId === 'number' ? organizationId : null
}

/** The id of an account, unless it lies elsewhere than in the organization that is beside it. */
function placed(
  { reader, text, organizationId }: Naming,
  id: number,
  itsOrganization: unknown,
): number | Problem {
  if (organizationId === null || (itsOrganization ?? null) === organizationId) return id
  const { name, displayName } = reader.field
  const message = `${displayName}: ${quote(text)} does not belong to the organization beside it.`
  return { field: name, message }
}

/** A name that leads nowhere is left out where the row can do without. */
function noteUnknown(row: ResolvedRow, { text, isDispensable }: Lookup, { field, message }: Problem): void {
  row.unread.push({ field: field ?? '', text, message, isLeftOut: isDispensable })
  if (!isDispensable) row.problems.push({ field, message })
}

/** Finds, or makes up, the records that rows name; answers why it cannot. */
function createResolver(named: Named, fresh: ReturnType<typeof createNewParents>) {
  return function idFor(naming: Naming): number | Problem {
    const { reader, text, organizationId } = naming
    const [way, level] = [wayOf(reader), levelNamedBy(reader)]
    const [match, ...more] = named.matchesOf(naming)
    if (more.length > 0) return several(reader, text, way, named.matchesOf(naming))
    if (match) return placed(naming, match.recordId, match.organizationId)
    if (!canCreate(reader, level, way)) return missing(naming)
    const { field } = reader
    if (text.length > textLimits.name) {
      return { field: field.name, message: `${field.displayName}: a name has at most 255 characters.` }
    }
    const [id, ...others] = fresh.idsOf(level as 1 | 2, text, way, organizationId)
    if (id === undefined || others.length > 0) return several(reader, text, way, [])
    return placed(naming, id, fresh.parents.get(id)?.values['organizationId'])
  }
}

/**
 * Puts ids in the place of the names of other records. A name that is not there becomes a new parent
 * where the column allows it, else a problem of its row; so does one that several records have. The
 * organizations first: an account is looked for, and created, in the one that is beside it. The
 * rows that name none come last, so that what they mean does not hang on their order.
 */
export async function resolveReferences(
  db: Db | Tx,
  actor: Actor,
  catalogues: (level: LevelId) => Promise<Catalogue>,
  drafts: readonly Draft[],
  foresee?: Foresee,
): Promise<Resolution> {
  const fresh = createNewParents()
  const rows = drafts.map((draft): ResolvedRow => {
    const { lookups, values, problems, unread } = draft
    return lookups.length === 0
      ? { draft, values, problems, unread }
      : { draft, values: { ...values }, problems: [...problems], unread: [...unread] }
  })

  async function resolve(group: readonly { row: ResolvedRow; lookups: readonly Lookup[] }[]): Promise<void> {
    const namings = group.flatMap(({ row, lookups }) =>
      lookups.map((lookup) => ({ row, ...lookup, organizationId: organizationOf(row, lookup) })),
    )
    if (namings.length === 0) return
    const idFor = createResolver(await findNamed(db, actor, catalogues, namings, foresee), fresh)
    for (const { row, ...naming } of namings) {
      const id = idFor(naming)
      if (typeof id === 'number') row.values[naming.reader.field.key] = id
      else noteUnknown(row, naming, id)
    }
  }

  const naming = rows.filter(({ draft }) => draft.lookups.length > 0)
  await resolve(naming.map((row) => ({ row, lookups: row.draft.lookups.filter(isOrganization) })))
  const rest = naming.map((row) => ({
    row,
    lookups: row.draft.lookups.filter((lookup) => !isOrganization(lookup)),
  }))
  await resolve(rest.toSorted((a, b) => isBare(a.row) - isBare(b.row)))
  return { rows, parents: fresh.parents }
}
