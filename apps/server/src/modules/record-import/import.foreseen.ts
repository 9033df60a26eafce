import type { LevelId } from '@steward/contracts/level'
import type { Actor } from '../../platform/actor.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { findFollowing, matchRecords, type Match, type PlanContext, type Values } from '../record/index.ts'
import { firstForeseen, isOfBatch, type Foresee } from '../sheet/index.ts'
import {
  columnBy,
  currentOf,
  hashOf,
  hasValue,
  idOf,
  movedTo,
  naming,
  recordOf,
  soughtBy,
  sourceIdsOf,
  toMatch,
  unknownKeys,
  type KeyRules,
  type RecordKeys,
} from './import.foreseen-record.ts'
import {
  findForeseen,
  findForeseenBy,
  findForeseenBySource,
  insertForeseen,
  type ForeseenIn,
  type ForeseenRecord,
} from './import.foreseen.store.ts'
import { referringKeys, type BatchResult } from './import.plan.ts'

/** Records as the earlier files of a preview would leave them, for the rows of later ones, which name and change them. */
export interface Foreseen {
  /** The records that texts will name. */
  names: Foresee
  /** The records that rows with these values will be about, given those that their keys find now. */
  matches(db: Db | Tx, rules: KeyRules, rows: readonly Values[], found: Match[][]): Promise<Match[][]>
  /** A context in which records are as they will be. */
  within(db: Db | Tx, context: PlanContext): PlanContext
  /** Remembers what a batch would make of records. */
  note(tx: Tx, context: PlanContext, rules: KeyRules, result: BatchResult): Promise<void>
  /** The names of records that are still to be created. */
  textsOf(db: Db | Tx, recordIds: readonly number[]): Promise<Map<number, string>>
}

function distinct(matches: readonly Match[]): Match[] {
  return [...new Map(matches.map((match) => [match.recordId, match])).values()]
}

const isToCreate = (id: number): boolean => id <= firstForeseen

function asForeseen(matches: readonly Match[], known: ReadonlyMap<number, ForeseenRecord>): Match[] {
  return matches.flatMap((match) => {
    const record = known.get(match.recordId)
    if (!record) return [match]
    return record.isSeen ? [toMatch(record)] : []
  })
}

export function createForeseen(place: ForeseenIn, actor: Actor): Foreseen {
  // Most previews foresee nothing of most levels, and need not ask.
  const levels = new Set<number>()
  let last = firstForeseen

  async function byIds(db: Db | Tx, ids: readonly number[]): Promise<Map<number, ForeseenRecord>> {
    if (levels.size === 0 || ids.length === 0) return new Map()
    const records = await findForeseen(db, place, [...new Set(ids)])
    return new Map(records.map((record) => [record.recordId, record]))
  }

  /** The records that will have one of some values, by the value: names, addresses, or ids of other systems. */
  async function foreseenBy(
    db: Db | Tx,
    level: LevelId,
    by: string,
    values: readonly string[],
  ): Promise<Map<string, ForeseenRecord[]>> {
    const column = columnBy[by as keyof typeof columnBy]
    const byValue = new Map<string, ForeseenRecord[]>()
    if (by === 'recordId') return byValue
    const found = column
      ? await findForeseenBy(db, place, level, column, values)
      : await findForeseenBySource(db, place, level, values)
    for (const record of found) {
      for (const value of column ? [record[column] ?? ''] : (record.sourceIds ?? [])) {
        byValue.set(value, [...(byValue.get(value) ?? []), record])
      }
    }
    return byValue
  }

  const foreseeNames: Foresee = async (db, level, keys, wanted, found) => {
    if (!levels.has(level)) return found
    const [by = 'recordId'] = keys
    const values = [...wanted.values()].map(([first = '']) => soughtBy(by, first))
    const present = [...found.values()].flat().map(({ recordId }) => recordId)
    const known = await byIds(db, present)
    const byValue = await foreseenBy(db, level, by, [...new Set(values)])
    const fits = (record: ForeseenRecord, value: readonly string[]): boolean =>
      record.isSeen && keys.every((key, at) => hasValue(record, key, value[at] ?? ''))
    return new Map(
      [...wanted].map(([name, value], at) => {
        const still = (found.get(name) ?? []).filter(({ recordId }) => {
          const record = known.get(recordId)
          return !record || fits(record, value)
        })
        const more = (byValue.get(values[at] ?? '') ?? []).filter((record) => fits(record, value))
        return [name, distinct([...asForeseen(still, known), ...more.map(toMatch)])]
      }),
    )
  }

  /** Where records will be; those that will be in the organization of the key, for they go with accounts that move. */
  async function inTheirPlaces(
    db: Db | Tx,
    { level, key }: KeyRules,
    rows: readonly Values[],
    found: Match[][],
  ): Promise<Match[][]> {
    const others = key.filter((field) => field.key !== 'organizationId')
    if (others.length === key.length || others.length === 0) {
      const known = await byIds(
        db,
        found.flat().map(({ recordId }) => recordId),
      )
      return found.map((matches) => asForeseen(matches, known))
    }
    const texts = rows.map((values) => others.map((field) => String(values[field.key] ?? '')))
    const wider = await matchRecords(db, actor, level, others, texts)
    const known = await byIds(
      db,
      wider.flat().map(({ recordId }) => recordId),
    )
    return wider.map((matches, at) =>
      asForeseen(matches, known).filter(
        ({ organizationId }) => organizationId === (rows[at]?.['organizationId'] ?? null),
      ),
    )
  }

  function toRecord(recordId: number, level: LevelId, state: Values, more: RecordKeys): ForeseenRecord {
    levels.add(level)
    return recordOf(actor, recordId, level, state, more)
  }

  function toCreate(level: LevelId, state: Values, more: RecordKeys): ForeseenRecord {
    last -= 1
    return toRecord(last, level, state, more)
  }

  /** Gives new parents ids that hold for the whole preview, and puts these in the place of those of the batch. */
  function noteParents(
    { parents }: BatchResult,
    records: ForeseenRecord[],
  ): (state: Values, keys: Iterable<string>) => Values {
    const ids = new Map<number, number>()
    const real = (state: Values, keys: Iterable<string>): Values => {
      const next: Values = { ...state }
      for (const key of keys) {
        const id = state[key]
        if (typeof id === 'number' && isOfBatch(id)) next[key] = ids.get(id) ?? id
      }
      return next
    }
    for (const parent of parents.toSorted((a, b) => a.level - b.level)) {
      // A parent that is written belongs to its importer.
      const state = { owners: [actor.userId], ...real(parent.values, ['organizationId']) }
      const record = toCreate(parent.level, state, { rowKey: null, sourceIds: [] })
      ids.set(parent.id, record.recordId)
      records.push(record)
    }
    return real
  }

  return {
    names: foreseeNames,

    async matches(db, rules, rows, found) {
      if (!levels.has(rules.level) || rules.key.length === 0) return found
      const placed = await inTheirPlaces(db, rules, rows, found)
      const hashes = rows.map((values) => hashOf(values, rules))
      const wanted = [...new Set(hashes.filter((hash) => hash !== null))]
      const fresh = await findForeseenBy(db, place, rules.level, 'rowKey', wanted)
      const byHash = new Map(fresh.map((record) => [record.rowKey, record]))
      return placed.map((matches, at) => {
        const created = byHash.get(hashes[at] ?? '')
        return created ? [...matches, toMatch(created)] : matches
      })
    },

    within(db, context) {
      const keys = [...referringKeys(context.catalogue)]
      return {
        ...context,
        async foresee(currents, recordIds) {
          const known = await byIds(db, recordIds)
          if (known.size === 0) return currents
          const next = new Map(currents)
          for (const [id, record] of known) {
            const current = currents.get(id)
            if (isToCreate(id)) next.set(id, currentOf(record))
            else if (current) next.set(id, movedTo(current, record))
          }
          return next
        },
        async findReferences(changes, freedom) {
          const references = await context.findReferences(changes, freedom)
          const named = changes.flatMap((values) => keys.flatMap((key) => idOf(values[key]) ?? []))
          const records = new Map(references.records)
          for (const [id, { level, organizationId, isSeen }] of await byIds(db, named)) {
            if (isSeen) records.set(id, { level, organizationId })
            else records.delete(id)
          }
          return { ...references, records }
        },
      }
    },

    async note(tx, context, rules, result) {
      const records: ForeseenRecord[] = []
      const real = noteParents(result, records)
      const keys = referringKeys(context.catalogue)
      const sourceKeys = context.catalogue.fields.filter(({ idSource }) => idSource).map(({ key }) => key)
      const names = new Set([...naming, ...sourceKeys])
      const planned = result.rows.flatMap((row) => (row.planned ? [row.planned] : []))
      for (const { outcome, recordId, next, after } of planned) {
        const state = real(next, keys)
        const sourceIds = sourceIdsOf(state, sourceKeys)
        if (outcome === 'create') {
          records.push(toCreate(rules.level, state, { rowKey: hashOf(state, rules), sourceIds }))
        }
        const isNamed = outcome === 'update' && Object.keys(after).some((key) => names.has(key))
        if (isNamed && recordId !== null) {
          records.push(toRecord(recordId, rules.level, state, { rowKey: null, sourceIds }))
        }
      }
      const moved = planned.map((item) => ({ ...item, after: real(item.after, ['organizationId']) }))
      for (const follower of await findFollowing(tx, context, moved)) {
        const { recordId, next } = follower.planned
        if (recordId !== null) records.push(toRecord(recordId, follower.level, next, unknownKeys))
      }
      await insertForeseen(tx, place, records)
    },

    async textsOf(db, recordIds) {
      const known = await byIds(db, recordIds.filter(isToCreate))
      return new Map([...known].map(([id, { name }]) => [id, name]))
    },
  }
}
