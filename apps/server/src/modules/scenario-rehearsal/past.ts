import { changeKindIds } from '@steward/contracts/record-history'
import type { Current } from '../record/index.ts'
import { isSame } from '../scenario-run/index.ts'
import type { PastChange } from './past.read-model.ts'

type Values = Readonly<Record<string, unknown>>

/** A record at the moment that is replayed. */
export interface PastRecord {
  recordId: number
  createdAt: string
  /** In milliseconds, as all times of a replay. */
  changedAt: number
  readonly updatedAt: Date
  state: Record<string, unknown>
  exists: boolean
}

/** What a replayed change did to a record, where it did anything. */
export interface Effective {
  changeSetId: number
  recordId: number
  kind: PastChange['kind']
  before: Values
  after: Values
  at: number
}

/** Flags are never unset. */
const orFalse = (key: string, value: unknown): unknown =>
  value ?? (key === 'archived' || key === 'churned' ? false : null)

function put(state: Record<string, unknown>, values: Values): void {
  for (const key of Object.keys(values)) {
    const value = values[key] ?? null
    if (value === null) delete state[key]
    else state[key] = value
  }
}

/** Puts the values of a change that differ into a state; answers them, before and after. */
function putDiffering(
  state: Record<string, unknown>,
  values: Values,
): { before: Values; after: Values } | undefined {
  let differing: { before: Record<string, unknown>; after: Record<string, unknown> } | undefined
  for (const key of Object.keys(values)) {
    const [was, is] = [state[key] ?? null, values[key] ?? null]
    if (isSame(orFalse(key, was), orFalse(key, is))) continue
    differing ??= { before: {}, after: {} }
    differing.before[key] = was
    differing.after[key] = is
    if (is === null) delete state[key]
    else state[key] = is
  }
  return differing
}

/** What records begin with that are created later, by the change that creates them. */
type Beginnings = Map<PastChange, Record<string, unknown>>

/**
 * Goes back from what a record is to what it was before its changes. An act that began earlier may have written later: what
 * one record went through stays in its order.
 */
function goBack(record: PastRecord, changes: readonly PastChange[], beginnings: Beginnings): void {
  for (const change of changes.toReversed()) {
    if (change.kind === changeKindIds.create) {
      beginnings.set(change, record.state)
      record.exists = false
      record.state = {}
    } else if (change.kind === changeKindIds.delete) {
      record.exists = true
      record.state = { ...change.before }
    } else put(record.state, change.before ?? {})
  }
  let latest = Number.NEGATIVE_INFINITY
  for (const change of changes) {
    latest = Math.max(latest, change.at)
    change.at = latest
  }
}

/**
 * Records as they were, from an instant on, moved through their history. What a rehearsal changes is put into them, so
 * that it is seen by what comes later; what the scenario itself changed in reality is left out.
 */
export function createPast(
  current: ReadonlyMap<number, Pick<Current, 'recordId' | 'createdAt' | 'state'>>,
  changes: readonly PastChange[],
  lastChanges: ReadonlyMap<number, Date>,
  /** Whether `since` is asked, for which what records went through is kept. */
  isAskedSince: boolean,
) {
  const records = new Map<number, PastRecord>()
  const history = new Map<number, Effective[]>()
  const steps: PastChange[] = []
  const beginnings: Beginnings = new Map()
  const byRecord = Map.groupBy(changes, ({ recordId }) => recordId)
  for (const { recordId, createdAt, state } of current.values()) {
    const record: PastRecord = {
      recordId,
      createdAt,
      changedAt: lastChanges.get(recordId)?.getTime() ?? Date.parse(createdAt),
      get updatedAt() {
        return new Date(this.changedAt)
      },
      state: { ...state },
      exists: true,
    }
    records.set(recordId, record)
    const own = byRecord.get(recordId) ?? []
    goBack(record, own, beginnings)
    for (const change of own) if (!change.isOwn) steps.push(change)
  }
  // Sorting keeps the order of steps of the same time, which are those of a record.
  steps.sort((one, other) => one.at - other.at || one.changeSetId - other.changeSetId)
  let next = 0

  function note(effective: Effective): Effective {
    if (!isAskedSince) return effective
    const known = history.get(effective.recordId)
    if (known) known.push(effective)
    else history.set(effective.recordId, [effective])
    return effective
  }

  function apply(change: PastChange): Effective | undefined {
    const { recordId, changeSetId, kind, at } = change
    const record = records.get(recordId)
    if (!record) return undefined
    record.changedAt = at
    if (kind === changeKindIds.create) {
      record.exists = true
      record.state = beginnings.get(change) ?? {}
      return note({ changeSetId, recordId, kind, before: {}, after: {}, at })
    }
    if (kind === changeKindIds.delete) {
      record.exists = false
      return note({ changeSetId, recordId, kind, before: {}, after: {}, at })
    }
    const differing = putDiffering(record.state, change.after ?? {})
    if (!differing) return undefined
    return note({ changeSetId, recordId, kind, before: differing.before, after: differing.after, at })
  }

  return {
    find: (recordId: number): PastRecord | undefined => records.get(recordId),

    /** When the next change comes; undefined where none does. */
    nextAt: (): number | undefined => steps[next]?.at,

    /** Moves on by the next operation: what it did to each record. */
    advance(): Effective[] {
      const done: Effective[] = []
      const first = steps[next]
      for (let step = first; step && step.changeSetId === first?.changeSetId;) {
        if (step.at !== first.at) break
        const effective = apply(step)
        if (effective) done.push(effective)
        next += 1
        step = steps[next]
      }
      return done
    },

    /** Puts values into a record, as an operation at an instant. Undefined where it has them already. */
    write(recordId: number, values: Values, changeSetId: number, at: number): Effective | undefined {
      const record = records.get(recordId)
      const differing = record && putDiffering(record.state, values)
      if (!differing) return undefined
      record.changedAt = at
      return note({ changeSetId, recordId, kind: changeKindIds.update, ...differing, at })
    },

    /** What a record was at an instant of the replay, as the ledger says it: the first `before` of each value since. */
    since(recordId: number, at: number): { existed: boolean; before: Values } | undefined {
      const later = (history.get(recordId) ?? []).filter((one) => one.at >= at)
      const [first] = later
      if (!first) return undefined
      const before: Record<string, unknown> = {}
      for (const one of later) {
        for (const key of Object.keys(one.before)) if (!(key in before)) before[key] = one.before[key]
      }
      return { existed: first.kind !== changeKindIds.create, before }
    },
  }
}

export type Past = ReturnType<typeof createPast>
