import { fold } from '@steward/conditions'
import type { LevelId } from '@steward/contracts/level'
import type { Actor } from '../../platform/actor.ts'
import type { CatalogueField } from '../field/index.ts'
import { isScoped, type Current, type Match, type State, type Values } from '../record/index.ts'
import { hashKey, isExactId, type OptionBook } from '../sheet/index.ts'
import type { ForeseenRecord } from './import.foreseen.store.ts'

/** By what the rows of a file are known. */
export interface KeyRules {
  actor: Actor
  level: LevelId
  key: readonly CatalogueField[]
  books: ReadonlyMap<string, OptionBook>
}

export const naming = new Set(['name', 'externalId', 'email', 'organizationId', 'owners'])

/** An id that a record has in another system, with the key of its field. */
const sourceId = (key: string, id: string): string => `${key}\n${id}`

const builtInKeys = new Set(['name', 'email', 'externalId', 'organizationId', 'recordId'])

function text(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

export const idOf = (value: unknown): number | null => (typeof value === 'number' ? value : null)

/** The value of a record in a field by which others name it, as texts are compared. */
function valueOf(record: ForeseenRecord, key: string): string | null {
  if (key === 'name') return record.nameKey
  if (key === 'email') return record.emailKey
  if (key === 'externalId') return record.externalId
  const id = key === 'organizationId' ? record.organizationId : record.recordId
  return id === null ? null : String(id)
}

/** Whether a record will have a value in a field by which others name it. */
export function hasValue(record: ForeseenRecord, key: string, value: string): boolean {
  if (builtInKeys.has(key)) return valueOf(record, key) === comparable(key, value)
  return record.sourceIds === null || record.sourceIds.includes(sourceId(key, value))
}

const comparable = (key: string, value: string): string =>
  key === 'name' || key === 'email' ? fold(value.trim()) : value

/** The value by which records are found: as it is compared, and an id of another system with the key of its field. */
export const soughtBy = (key: string, value: string): string =>
  builtInKeys.has(key) ? comparable(key, value) : sourceId(key, value)

export const columnBy = { name: 'nameKey', email: 'emailKey', externalId: 'externalId' } as const

export function hashOf(values: Values, { key, books }: KeyRules): string | null {
  const parts: string[] = []
  for (const field of key) {
    const value = values[field.key]
    if (value === null || value === undefined) return null
    const option = (id: unknown): unknown => books.get(field.key)?.textOf(id as number) ?? id
    const words = Array.isArray(value) ? value.map(option) : option(value)
    parts.push(typeof words === 'string' && !isExactId(field) ? fold(words) : JSON.stringify(words))
  }
  const [high, low] = hashKey(parts)
  return `${high}:${low}`
}

export const toMatch = ({ recordId, name, organizationId }: ForeseenRecord): Match => ({
  recordId,
  name,
  organizationId,
})

export function currentOf(record: ForeseenRecord): Current {
  const { recordId, level, name, externalId, organizationId } = record
  const state: State = { name }
  if (externalId !== null) state['externalId'] = externalId
  if (organizationId !== null) state['organizationId'] = organizationId
  const parents = { organizationName: null, accountName: null }
  return { recordId, level, version: 0, state, mine: true, createdAt: '', ...parents }
}

export function movedTo(current: Current, { organizationId }: ForeseenRecord): Current {
  const state: State = { ...current.state }
  if (organizationId === null) delete state['organizationId']
  else state['organizationId'] = organizationId
  return { ...current, state }
}

/** By what a foreseen record is known besides its names. */
export type RecordKeys = Pick<ForeseenRecord, 'rowKey' | 'sourceIds'>

export const unknownKeys: RecordKeys = { rowKey: null, sourceIds: null }

export function sourceIdsOf(state: Values, keys: readonly string[]): string[] {
  return keys.flatMap((key) => {
    const id = text(state[key])
    return id === null ? [] : [sourceId(key, id)]
  })
}

/** A record as it will be, for an importer who may not see all of them. */
export function recordOf(
  actor: Actor,
  recordId: number,
  level: LevelId,
  state: Values,
  keys: RecordKeys,
): ForeseenRecord {
  const name = text(state['name']) ?? ''
  const email = text(state['email'])
  const owners = state['owners']
  const isOwn = Array.isArray(owners) && owners.includes(actor.userId)
  return {
    recordId,
    level,
    name,
    nameKey: fold(name.trim()),
    externalId: text(state['externalId']),
    emailKey: email === null ? null : fold(email.trim()),
    organizationId: idOf(state['organizationId']),
    ...keys,
    // Contacts are seen with what they belong to.
    isSeen: !isScoped(actor) || level === 3 || isOwn,
  }
}
