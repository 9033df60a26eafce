import type { LevelId } from '@steward/contracts/level'
import { changeKindIds, type ChangeKindId } from '@steward/contracts/record-history'
import type { Catalogue } from '../field/index.ts'
import type { Change, Values } from '../record/index.ts'

/** What happened to one record: it was created, changed or deleted. */
export interface ChangeRow {
  record_id: number
  kind: ChangeKindId
  before: Values | null
  after: Values | null
}

export interface Reversal {
  level: LevelId | null
  change: Change | null
  kept: { keys: string[]; message: string } | null
}

/** A record as it is now. */
export interface Known {
  name: string
  level: LevelId
  accountId: number | null
}

/** The outcome of the records of a change set since. */
export interface Surroundings {
  /** Whether a field of a level has another type than it had before what is put back. */
  isRetyped: (level: LevelId, key: string) => boolean
  later: ReadonlyMap<number, ReadonlySet<string>>
  withChildren: ReadonlySet<number>
  records: ReadonlyMap<number, Known>
  /** The stages of before that still take records. */
  stages: ReadonlySet<number>
  /** The organizations and accounts of before that are there, or come back together with the record. */
  parents: ReadonlySet<number>
  catalogues: ReadonlyMap<LevelId, Pick<Catalogue, 'byKey'>>
}

function reverseCreate(row: ChangeRow, around: Surroundings): Reversal {
  const known = around.records.get(row.record_id)
  if (!known) return { level: null, change: null, kept: null }
  const later = around.later.get(row.record_id)
  if (later) {
    const message = 'Kept, because it was edited since it was created.'
    return { level: known.level, change: null, kept: { keys: [...later], message } }
  }
  if (around.withChildren.has(row.record_id)) {
    return {
      level: known.level,
      change: null,
      kept: { keys: [], message: 'Kept, because other records belong to it.' },
    }
  }
  return { level: known.level, change: { kind: 'delete', recordId: row.record_id }, kept: null }
}

type Value = Values[string]

const isParent = (key: string): boolean => key === 'organizationId' || key === 'accountId'

/** What still stands of a value of before: null where its stage takes no records, or what it named is gone. */
function standing(level: LevelId, key: string, value: Value, around: Surroundings): Value {
  if (value === null) return null
  if (key === 'stageId') return around.stages.has(value as number) ? value : null
  if (isParent(key)) return around.parents.has(value as number) ? value : null
  const field = around.catalogues.get(level)?.byKey(key)
  if (around.isRetyped(level, key)) return null
  return field?.type.standing ? (field.type.standing(value, field) as Value) : value
}

/** An organization comes with the account: under another account than then, it stays too. */
function isLater(key: string, later: ReadonlySet<string>): boolean {
  return later.has(key) || (key === 'organizationId' && later.has('accountId'))
}

/** Without an organization that comes with an account: the one that a record goes back to, else the one it has. */
function withoutFollowing(
  { level, accountId: present }: Known,
  before: Values,
  later: ReadonlySet<string>,
): Values {
  const { organizationId: _, ...others } = before
  const { accountId = present } = others
  return level < 3 || accountId === null || later.has('accountId') ? before : others
}

const lossOf: Readonly<Record<string, string>> = {
  stageId: 'The previous stage was deleted, so the stage is kept.',
  organizationId: 'The previous organization was deleted, so the current one is kept.',
  accountId: 'The previous account was deleted, so the current one is kept.',
}

const otherType = 'The field had another type then, so the current value is kept.'
const goneChoice = 'The previous choice was deleted, so the current one is kept.'

function keptOfKeys(
  edited: readonly string[],
  lost: readonly string[],
  isRetyped: (key: string) => boolean,
): Reversal['kept'] {
  const losses = lost.map((key) => lossOf[key] ?? (isRetyped(key) ? otherType : goneChoice))
  const messages = [
    ...(edited.length > 0 ? ['These fields were edited since, so they are kept.'] : []),
    ...new Set(losses),
  ]
  return messages.length === 0 ? null : { keys: [...edited, ...lost], message: messages.join(' ') }
}

const none: ReadonlySet<string> = new Set()

function reverseUpdate(row: ChangeRow, around: Surroundings): Reversal {
  const known = around.records.get(row.record_id)
  if (!known) return { level: null, change: null, kept: { keys: [], message: 'It was deleted since then.' } }
  const later = around.later.get(row.record_id) ?? none
  const before = withoutFollowing(known, row.before ?? {}, later)
  const values: Values = {}
  const edited: string[] = []
  const lost: string[] = []
  for (const key in before) {
    const was = before[key] ?? null
    const value = standing(known.level, key, was, around)
    if (isLater(key, later)) edited.push(key)
    else if (value === null && was !== null) lost.push(key)
    else values[key] = value
  }
  // Under an organization that stays, the account stays too.
  if ([...edited, ...lost].includes('organizationId')) delete values['accountId']
  const kept = keptOfKeys(edited, lost, (key) => around.isRetyped(known.level, key))
  const change: Change | null =
    Object.keys(values).length > 0 ? { kind: 'update', recordId: row.record_id, values } : null
  return { level: known.level, change, kept }
}

/**
 * What a record named that is gone it comes back without; of stages it gets the default. A pipeline belongs to
 * something, or does not come back.
 */
function reverseDelete(row: ChangeRow, around: Surroundings): Reversal {
  if (around.records.has(row.record_id)) return { level: null, change: null, kept: null }
  const { level: was, ...before } = row.before ?? {}
  const level = was as LevelId
  const values: Values = {}
  for (const key in before) {
    const value = standing(level, key, before[key] ?? null, around)
    if (value !== null || key === 'stageId') values[key] = value
  }
  if (level === 4 && Object.keys(before).some(isParent) && !Object.keys(values).some(isParent)) {
    const message = 'Its parent was deleted, so it is not restored.'
    return { level, change: null, kept: { keys: [], message } }
  }
  return {
    level,
    change: { kind: 'create', values, recordId: row.record_id, restored: true },
    kept: null,
  }
}

/** What puts one change back, and what stays because of what was done since. */
export function reverse(row: ChangeRow, around: Surroundings): Reversal {
  if (row.kind === changeKindIds.create) return reverseCreate(row, around)
  return row.kind === changeKindIds.update ? reverseUpdate(row, around) : reverseDelete(row, around)
}
