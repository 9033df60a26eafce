import type { LevelId } from '@steward/contracts/level'
import type { CurrencyValue } from '@steward/contracts/value'

/** One value of a record. Unset values are left out of a state, or null in a change. */
export type StateValue = string | number | boolean | number[] | CurrencyValue

/**
 * What a record holds, flat: built-in fields by column name in camelCase, custom ones by the field's
 * id as text. The ledger's before and after have the same keys.
 */
export type State = Record<string, StateValue>
/** The values that a change sets, by the same keys; null clears. */
export type Values = Record<string, StateValue | null>

/** A record as the door sees it. */
export interface Current {
  recordId: number
  level: LevelId
  version: number
  state: State
  /** Whether the actor's row rule covers it. */
  mine: boolean
  /** When it came into being here, as PostgreSQL writes an instant, in UTC. A day in `state` is shown instead. */
  createdAt: string
  organizationName: string | null
  accountName: string | null
}

export interface RecordRow {
  record_id: number
  level: LevelId
  version: number
  churned: boolean
  archived: boolean
  pulse: number | null
  pipeline_type: number | null
  status_id: number | null
  stage_id: number | null
  image_id: string | null
  organization_id: number | null
  account_id: number | null
  health: number | null
  owners: number[]
  name: string
  external_id: string | null
  email: string | null
  about: string | null
  /** YYYY-MM-DD. */
  churn_date: string | null
  churn_reason: number | null
  churn_amount: CurrencyValue | null
  /** YYYY-MM-DD, where a file gave the day of its creation. */
  created_on: string | null
  custom: Record<string, StateValue>
}

/**
 * A copy of values. Keys of custom fields are numbers, and objects with such keys take several times as long to
 * spread as to walk.
 */
export function copyOf<T>(values: Readonly<Record<string, T>>): Record<string, T> {
  const copy: Record<string, T> = {}
  for (const key in values) copy[key] = values[key] as T
  return copy
}

/** The columns of built-in fields, by their key in a state. */
export const columnByKey = {
  name: 'name',
  externalId: 'external_id',
  email: 'email',
  about: 'about',
  pulse: 'pulse',
  pipelineType: 'pipeline_type',
  statusId: 'status_id',
  stageId: 'stage_id',
  imageId: 'image_id',
  organizationId: 'organization_id',
  accountId: 'account_id',
  health: 'health',
  owners: 'owners',
  churned: 'churned',
  archived: 'archived',
  churnDate: 'churn_date',
  churnReason: 'churn_reason',
  churnAmount: 'churn_amount',
  createdAt: 'created_on',
} as const satisfies Record<string, keyof RecordRow>

type BuiltInKey = keyof typeof columnByKey
const builtInKeys = Object.keys(columnByKey) as BuiltInKey[]

/** The columns that `toState` reads, for a select list. */
export const stateColumns = [
  'record_id',
  'level',
  'version',
  ...Object.values(columnByKey),
  'custom',
] as const

export function toState(row: RecordRow): State {
  const state: State = copyOf(row.custom)
  for (const key of builtInKeys) {
    const value = row[columnByKey[key]]
    if (value !== null && !(Array.isArray(value) && value.length === 0)) state[key] = value as StateValue
  }
  return state
}

/** A state as the write statements read it: its columns, and its custom values apart. */
export interface RecordInput {
  columns: Record<string, unknown>
  custom: Record<string, StateValue>
}

export function toInput(recordId: number, level: LevelId, state: State): RecordInput {
  const columns: Record<string, unknown> = {
    record_id: recordId,
    level,
    owners: [],
    churned: false,
    archived: false,
  }
  const custom: RecordInput['custom'] = {}
  for (const key in state) {
    const value = state[key]
    if (value === undefined) continue
    if (isBuiltIn(key)) columns[columnByKey[key]] = value
    else custom[key] = value
  }
  return { columns, custom }
}

const isBuiltIn = (key: string): key is BuiltInKey => key in columnByKey

/** The custom values of a state, by field id as text. */
export function customOf(state: State): Record<string, StateValue> {
  return Object.fromEntries(Object.entries(state).filter(([key]) => !(key in columnByKey)))
}

/** The two flags are never unset: absent means false. */
function orUnset(value: StateValue | null | undefined, key: string): StateValue | null {
  return value ?? (key === 'churned' || key === 'archived' ? false : null)
}

function isSameObject(a: object, b: object): boolean {
  if (Array.isArray(a) || Array.isArray(b)) return JSON.stringify(a) === JSON.stringify(b)
  const [left, right] = [a as CurrencyValue, b as CurrencyValue]
  return left.value === right.value && left.currencyDefinitionId === right.currencyDefinitionId
}

type MaybeValue = StateValue | null | undefined

/** Whether two values of a key are the same: lists in order, money by amount and currency. */
function isSame(a: MaybeValue, b: MaybeValue, key: string): boolean {
  if (a === b) return true
  const left = orUnset(a, key)
  const right = orUnset(b, key)
  if (left === null || right === null || typeof left !== 'object' || typeof right !== 'object')
    return left === right
  return isSameObject(left, right)
}

/** What differs between a state and the values set on it, as the ledger keeps it. */
export function differences(state: State, values: Values): { before: Values; after: Values } {
  const before: Values = {}
  const after: Values = {}
  for (const key in values) {
    if (isSame(state[key], values[key], key)) continue
    before[key] = state[key] ?? null
    after[key] = values[key] ?? null
  }
  return { before, after }
}

const isUnset = (value: MaybeValue): boolean => value === null || value === undefined

/** The state of a record that begins with these values. */
export function begin(values: Values): State {
  return Object.values(values).some(isUnset) ? apply({}, values) : (values as State)
}

export function apply(state: State, values: Values): State {
  const next: State = copyOf(state)
  for (const key in values) {
    const value = values[key]
    if (value === null || value === undefined) delete next[key]
    else next[key] = value
  }
  return next
}
