import { changeKindIds } from '@steward/contracts/record-history'
import type { Actor } from '../../platform/actor.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { openItemSet } from '../record/index.ts'
import {
  findLaterItemKeys,
  findSubjects,
  listItemChanges,
  listUndeletedItems,
  type ItemChange,
  type ItemValues,
} from './ledger.item.store.ts'
import type { Kept, UndoAct } from './ledger.undo.ts'

/** What puts one item back to what it was before an operation. A restored item continues its versions. */
export type Reversal =
  | { kind: 'delete'; itemId: number }
  | { kind: 'update'; itemId: number; values: ItemValues }
  | { kind: 'restore'; itemId: number; state: ItemValues; version: number }

/** Items of a module that undo puts back: tasks, and whatever else is no record. */
export interface LedgerSubject {
  /** Its name in the ledger. */
  name: string
  /** The label of a key. */
  labelOf(key: string): string
  /** The titles of those that are there and that the actor sees. */
  titlesOf(db: Db | Tx, actor: Actor, itemIds: readonly number[]): Promise<ReadonlyMap<number, string>>
  /**
   * Puts items back, in the change set of the undo, and writes that into the ledger. Answers those that it could
   * not put back, and why; the others are done.
   */
  apply(
    tx: Tx,
    actor: Actor,
    act: UndoAct & { changeSetId: number },
    reversals: readonly Reversal[],
  ): Promise<readonly { itemId: number; message: string }[]>
}

/** An item by its kind and id. */
export interface ItemRef {
  subject: string
  itemId: number
}

export const itemKey = ({ subject, itemId }: ItemRef): string => `${subject}:${itemId}`

/** Items put back by one round of statements. */
const windowSize = 2000

interface Outcome {
  undone: number
  kept: Kept[]
}

const changedSince = 'It was changed since, so it is kept.'

/** What puts a change back, and which keys stay as they are because of later changes. */
function reverseItem(
  { itemId, kind, before, version }: ItemChange,
  later: ReadonlySet<string>,
): { reversal?: Reversal; keys: string[]; message?: string } {
  if (kind === changeKindIds.create) {
    return later.size === 0
      ? { reversal: { kind: 'delete', itemId }, keys: [] }
      : { keys: [], message: changedSince }
  }
  const state = before ?? {}
  if (kind === changeKindIds.delete) {
    return later.size === 0
      ? { reversal: { kind: 'restore', itemId, state, version: version + 1 }, keys: [] }
      : { keys: [] }
  }
  const keys = Object.keys(state).filter((key) => later.has(key))
  const values = Object.fromEntries(Object.entries(state).filter(([key]) => !later.has(key)))
  return {
    ...(Object.keys(values).length > 0 && { reversal: { kind: 'update', itemId, values } as const }),
    keys,
    ...(keys.length > 0 && { message: 'These fields were edited since, so they are kept.' }),
  }
}

/** Undo of changes of items. Modules above register what they keep. */
export function createItemUndo() {
  const subjects = new Map<string, LedgerSubject>()

  /** Items of one window that can be restored, and those that stay. */
  async function plan(tx: Tx, { tenantId }: Actor, act: UndoAct, subject: LedgerSubject, rows: ItemChange[]) {
    const ids = rows.map(({ itemId }) => itemId)
    const later = await findLaterItemKeys(tx, tenantId, act.undoOf, subject.name, ids)
    const reversals: Reversal[] = []
    const kept: { itemId: number; keys: string[]; message: string }[] = []
    for (const row of rows) {
      const { reversal, keys, message } = reverseItem(row, later.get(row.itemId) ?? new Set())
      if (reversal) reversals.push(reversal)
      if (message) kept.push({ itemId: row.itemId, keys: keys.map(subject.labelOf), message })
    }
    return { reversals, kept }
  }

  async function undoKind(
    tx: Tx,
    actor: Actor,
    act: UndoAct,
    subject: LedgerSubject,
    kind: ItemChange['kind'],
    outcome: Outcome,
  ): Promise<void> {
    for (let after = 0; ;) {
      const page = { kind, after, limit: windowSize }
      const rows = await listItemChanges(tx, actor.tenantId, act.undoOf, subject.name, page)
      const last = rows.at(-1)
      if (!last) return
      const { reversals, kept } = await plan(tx, actor, act, subject, rows)
      if (reversals.length > 0) {
        act.changeSetId ??= await openItemSet(tx, { ...act, actor })
        const within = { ...act, changeSetId: act.changeSetId }
        const refused = await subject.apply(tx, actor, within, reversals)
        outcome.undone += reversals.length - refused.length
        kept.push(...refused.map((one) => ({ ...one, keys: [] })))
      }
      const ids = kept.map(({ itemId }) => itemId)
      const titles = ids.length > 0 ? await subject.titlesOf(tx, actor, ids) : new Map()
      for (const { itemId, keys, message } of kept) {
        outcome.kept.push({ id: itemId, name: titles.get(itemId) ?? '', keys, message })
      }
      after = last.itemId
    }
  }

  return {
    register(subject: LedgerSubject): void {
      if (subjects.has(subject.name)) throw new Error(`The ledger already has items named ${subject.name}`)
      subjects.set(subject.name, subject)
    },
    /** The titles of items that the actor sees, by `itemKey`. */
    async titlesOf(db: Db, actor: Actor, asked: readonly ItemRef[]): Promise<Map<string, string>> {
      const titles = new Map<string, string>()
      for (const [name, ofKind] of Map.groupBy(asked, ({ subject }) => subject)) {
        const ids = ofKind.map(({ itemId }) => itemId)
        const found = await subjects.get(name)?.titlesOf(db, actor, ids)
        for (const [itemId, title] of found ?? []) titles.set(itemKey({ subject: name, itemId }), title)
      }
      return titles
    },
    /** The items that went with their records, without an act that deleted them. */
    async findGone(db: Db, actor: Actor): Promise<ItemRef[]> {
      const gone: ItemRef[] = []
      for (const subject of subjects.values()) {
        for (let after: number | undefined = 0; after !== undefined;) {
          const page = { after, limit: windowSize }
          const ids: number[] = await listUndeletedItems(db, actor.tenantId, subject.name, page)
          const titles = await subject.titlesOf(db, actor, ids)
          for (const itemId of ids) if (!titles.has(itemId)) gone.push({ subject: subject.name, itemId })
          after = ids.length < windowSize ? undefined : ids.at(-1)
        }
      }
      return gone
    },
    /** The kinds of items that an operation touched, in the order in which they were registered. */
    async subjectsOf(tx: Tx, tenantId: number, changeSetId: number): Promise<LedgerSubject[]> {
      const names = new Set(await findSubjects(tx, tenantId, changeSetId))
      return [...subjects.values()].filter(({ name }) => names.has(name))
    },
    /** Deletes what an operation created, before the records go that it hangs on. Sets the change set of `act`. */
    async removeCreated(tx: Tx, actor: Actor, act: UndoAct, of: readonly LedgerSubject[]): Promise<Outcome> {
      const outcome: Outcome = { undone: 0, kept: [] }
      for (const subject of of.toReversed()) {
        await undoKind(tx, actor, act, subject, changeKindIds.create, outcome)
      }
      return outcome
    },
    /** Puts back what an operation deleted or changed, once the records are back. */
    async putBack(tx: Tx, actor: Actor, act: UndoAct, of: readonly LedgerSubject[]): Promise<Outcome> {
      const outcome: Outcome = { undone: 0, kept: [] }
      for (const kind of [changeKindIds.delete, changeKindIds.update]) {
        for (const subject of of) await undoKind(tx, actor, act, subject, kind, outcome)
      }
      return outcome
    },
  }
}
