import type { ImportConfig } from '@steward/contracts/sheet'
import { levelOf, type LevelId } from '@steward/contracts/level'
import type { Actor } from '../../platform/actor.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { CatalogueField } from '../field/index.ts'
import { matchRecords, type Change, type Match, type Problem, type Values } from '../record/index.ts'
import { internalIdKey, quote } from '../sheet/index.ts'

/** What a row asks for, or why it asks for nothing. */
export type Decision =
  | { change: Exclude<Change, { kind: 'delete' }> }
  | { outcome: 'refused' | 'conflict' | 'unchanged'; problems: Problem[] }

export interface MatchRules {
  level: LevelId
  key: readonly CatalogueField[]
  mode: ImportConfig['mode']
  changedParents: ImportConfig['changedParents']
  /** Whether records that no row names are asked for. */
  notesSeen: boolean
  /** Whether rows are only linked to one another; what else they say has been dealt with. */
  linksRows: boolean
  /** Values that a new record gets where the row has none. */
  defaults: Values
}

/** The values of a key as text, by which records are looked for. */
function keyOf(values: Values, key: readonly CatalogueField[]): string[] {
  return key.map((field) => {
    const value = values[field.key]
    // No record has an id that is not a whole number, or hangs on one that was not found.
    const isNone = value === undefined || (field.key === internalIdKey && !Number.isSafeInteger(value))
    return isNone ? '-1' : String(value)
  })
}

/** Records that one key can name. */
const mostNamed = 10_000

/** The records that each row is about, by its key: those that the actor sees, as others look absent. */
export async function findMatches(
  db: Db | Tx,
  actor: Actor,
  rules: MatchRules,
  rows: readonly Values[],
): Promise<Match[][]> {
  if (rules.key.length === 0) return rows.map(() => [])
  return matchRecords(
    db,
    actor,
    rules.level,
    rules.key,
    rows.map((values) => keyOf(values, rules.key)),
    // All that have a key are named by it.
    rules.notesSeen ? mostNamed : undefined,
  )
}

function label(key: readonly CatalogueField[]): string {
  return key.map((field) => field.displayName).join(' and ')
}

const article = (noun: string): string => (/^[aeiou]/.test(noun) ? 'an' : 'a')

function problemAt(rules: MatchRules, message: string): Problem[] {
  return [{ field: rules.key[0]?.name ?? null, message }]
}

/** Names a few of the records that share a key. */
function ambiguous(matches: readonly Match[], rules: MatchRules): Problem[] {
  const { plural } = levelOf(rules.level)
  const names = matches.slice(0, 3).map((match) => `${quote(match.name)} (${match.recordId})`)
  return problemAt(
    rules,
    `Several ${plural} have this ${label(rules.key)}: ${names.join(', ')}. Choose a key that is unique.`,
  )
}

function updateOf(match: Match, values: Values, problems: readonly Problem[], rules: MatchRules): Decision {
  const { name } = levelOf(rules.level)
  if (rules.mode === 'create') {
    const message = `There is already ${article(name)} ${name} with this ${label(rules.key)}: ${quote(match.name)}.`
    return { outcome: 'conflict', problems: problemAt(rules, message) }
  }
  const rest: Values = { ...values }
  for (const field of rules.key) delete rest[field.key]
  return { change: { kind: 'update', recordId: match.recordId, ...placing(match, rest, rules), problems } }
}

interface Placing {
  values: Values
  whereUnset?: Values
}

/** Leaves a record where it is; one without a parent goes where the row says. */
function stay({ organizationId: present }: Match, level: LevelId, values: Values): Placing {
  const { organizationId, accountId, ...others } = values
  if (level > 2 && present !== null) return { values: others }
  const whereUnset = {
    ...(typeof organizationId === 'number' && { organizationId }),
    ...(typeof accountId === 'number' && { accountId }),
  }
  return { values: others, whereUnset }
}

/** Where an update puts its record: where the row says, or, as the importer chose, where it is. */
function placing(match: Match, values: Values, { level, changedParents }: MatchRules): Placing {
  if (!('organizationId' in values || 'accountId' in values)) return { values }
  if (changedParents === 'keep') return stay(match, level, values)
  const { organizationId } = values
  // What goes to an organization itself leaves its account.
  const leaves = level > 2 && !('accountId' in values) && organizationId !== null
  return {
    values: leaves && organizationId !== match.organizationId ? { ...values, accountId: null } : values,
  }
}

/** A row that names a parent has its place; one for all rows may be elsewhere. */
function defaultsFor({ organizationId, accountId }: Values, defaults: Values): Values {
  if (typeof organizationId !== 'number' && typeof accountId !== 'number') return defaults
  const { organizationId: _organization, accountId: _account, ...others } = defaults
  return others
}

/** What a new record begins with. It has nothing yet that a null could clear. */
function withDefaults(values: Values, defaults: Values): Values {
  if (Object.keys(defaults).length === 0) return values
  const filled: Values = { ...defaultsFor(values, defaults) }
  for (const key in values) {
    const value = values[key]
    if (value !== null && value !== undefined) filled[key] = value
  }
  return filled
}

function createOf(values: Values, problems: readonly Problem[], rules: MatchRules): Decision {
  if (rules.linksRows) return { outcome: 'unchanged', problems: [] }
  const byId = rules.key.some((field) => field.key === internalIdKey)
  if (rules.mode === 'update' || byId) {
    const text = rules.key.map((field) => String(values[field.key] ?? '')).join(', ')
    const { name } = levelOf(rules.level)
    return {
      outcome: 'refused',
      problems: [
        ...problemAt(rules, `There is no ${name} with ${label(rules.key)} ${quote(text)}.`),
        ...problems,
      ],
    }
  }
  const change = { kind: 'create', values: withDefaults(values, rules.defaults), problems } as const
  // No record that the actor sees has the key, which is its external ID.
  const isKey = rules.key.length === 1 && rules.key[0]?.key === 'externalId'
  return { change: isKey ? { ...change, externalIdIsFree: true } : change }
}

/** Decides what a row with values asks for, given the records with its key that the actor sees. */
export function decide(
  values: Values,
  problems: readonly Problem[],
  matches: readonly Match[],
  rules: MatchRules,
): Decision {
  const [match, ...more] = matches
  if (more.length > 0) return { outcome: 'conflict', problems: ambiguous(matches, rules) }
  return match ? updateOf(match, values, problems, rules) : createOf(values, problems, rules)
}
