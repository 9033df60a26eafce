import { changeKindIds } from '@steward/contracts/record-history'
import type { Actor } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Ledger, LedgerSubject, Reversal } from '../ledger/index.ts'
import { openItemSet, type Act } from '../record/index.ts'
import type { Current, ItemTable } from './item.table.ts'

export type Written = Act & { changeSetId: number }

/** An item before and after an operation. */
export interface Changed<State> {
  id: number
  version: number
  before?: State
  after?: State
}

interface DoorParts<State extends object> {
  /** The name of its items in the ledger. */
  subject: string
  table: ItemTable<State>
  ledger: Pick<Ledger, 'writeItems'>
  labels: Readonly<Partial<Record<keyof State & string, string>>>
  /** Which rows `t` the actor sees. */
  scope(actor: Actor): string
  /** Whether what a state hangs on is there, and in the actor's sight. */
  canReturn(tx: Tx, actor: Actor, states: readonly State[]): Promise<(state: State) => boolean>
  /** Which of these others have been added to since, so that the undo of their creation leaves them. */
  findUsed(tx: Tx, tenantId: number, ids: readonly number[]): Promise<ReadonlySet<number>>
  /** What is written beside the table, and the event. */
  follow(tx: Tx, actor: Actor, act: Written, changed: readonly Changed<State>[]): Promise<void>
}

export interface ItemChange<State> {
  item: Current<State>
  values: Partial<{ [Key in keyof State]: State[Key] | undefined }>
}

const outOfSight = "It was deleted since, or you can't see it."
const addedSince = 'Something was added to it since, so it is kept.'

const given = <Values extends object>(values: Values): Partial<Values> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<Values>

const openSet = async (tx: Tx, actor: Actor, act: Act): Promise<Written> => ({
  ...act,
  changeSetId: act.changeSetId ?? (await openItemSet(tx, { ...act, actor })),
})

/** The one way by which items of a kind are created, changed and put back: with the ledger and the event. */
export function createItemDoor<State extends object>(parts: DoorParts<State>) {
  const { subject, table, ledger, labels, scope } = parts

  async function insert(
    tx: Tx,
    actor: Actor,
    act: Written,
    items: readonly Current<State>[],
  ): Promise<number[]> {
    const inserted = await table.insert(tx, actor.tenantId, items, act.at)
    const written = items.filter(({ id }) => inserted.has(id))
    if (written.length === 0) return []
    await ledger.writeItems(
      tx,
      actor.tenantId,
      act.changeSetId,
      subject,
      written.map(({ id, version }) => ({
        itemId: id,
        kind: changeKindIds.create,
        before: null,
        after: null,
        version,
      })),
    )
    const told = written.map(({ id, version, state }) => ({ id, version, after: state }))
    await parts.follow(tx, actor, act, told)
    return written.map(({ id }) => id)
  }

  async function update(
    tx: Tx,
    actor: Actor,
    act: Written,
    changed: readonly Required<Changed<State>>[],
  ): Promise<void> {
    const { tenantId } = actor
    const items = changed.map(({ id, version, after }) => ({ id, version, state: after }))
    await table.update(tx, tenantId, items, act.at)
    await ledger.writeItems(
      tx,
      tenantId,
      act.changeSetId,
      subject,
      changed.map(({ id, version, before, after }) => {
        const keys = table.differing(before, after)
        return {
          itemId: id,
          kind: changeKindIds.update,
          before: table.pick(before, keys),
          after: table.pick(after, keys),
          version,
        }
      }),
    )
    await parts.follow(tx, actor, act, changed)
  }

  async function remove(tx: Tx, actor: Actor, act: Written, ids: readonly number[]): Promise<number[]> {
    const found = await table.lock(tx, actor.tenantId, ids, scope(actor))
    if (found.length === 0) return []
    await ledger.writeItems(
      tx,
      actor.tenantId,
      act.changeSetId,
      subject,
      found.map(({ id, version, state }) => ({
        itemId: id,
        kind: changeKindIds.delete,
        before: table.pick(state, table.keys),
        after: null,
        version: version + 1,
      })),
    )
    const removed = found.map(({ id }) => id)
    await parts.follow(
      tx,
      actor,
      act,
      found.map(({ id, version, state }) => ({ id, version: version + 1, before: state })),
    )
    await table.remove(tx, actor.tenantId, removed)
    return removed
  }

  async function putBack(
    tx: Tx,
    actor: Actor,
    act: Written,
    reversals: readonly Extract<Reversal, { kind: 'update' }>[],
  ): Promise<number[]> {
    const ids = reversals.map(({ itemId }) => itemId)
    const found = new Map(
      (await table.lock(tx, actor.tenantId, ids, scope(actor))).map((item) => [item.id, item]),
    )
    const changed = reversals.flatMap(({ itemId, values }) => {
      const item = found.get(itemId)
      if (!item) return []
      const after = { ...item.state, ...values } as State
      return [{ id: itemId, version: item.version + 1, before: item.state, after }]
    })
    if (changed.length > 0) await update(tx, actor, act, changed)
    return changed.map(({ id }) => id)
  }

  async function restore(
    tx: Tx,
    actor: Actor,
    act: Written,
    reversals: readonly Extract<Reversal, { kind: 'restore' }>[],
  ): Promise<number[]> {
    const items = reversals.map(({ itemId, version, state }) => ({
      id: itemId,
      version,
      state: state as unknown as State,
    }))
    const canReturn = await parts.canReturn(
      tx,
      actor,
      items.map(({ state }) => state),
    )
    return insert(
      tx,
      actor,
      act,
      items.filter(({ state }) => canReturn(state)),
    )
  }

  const ledgerSubject: LedgerSubject = {
    name: subject,
    labelOf: (key) => (labels as Readonly<Record<string, string>>)[key] ?? key,
    titlesOf: (db, actor, ids) => table.titles(db, actor.tenantId, ids, scope(actor)),
    async apply(tx, actor, act, reversals) {
      const of = <Kind extends Reversal['kind']>(kind: Kind) =>
        reversals.filter((one): one is Extract<Reversal, { kind: Kind }> => one.kind === kind)
      const [removals, changes, returning] = [of('delete'), of('update'), of('restore')]
      const asked = removals.map(({ itemId }) => itemId)
      const used = asked.length > 0 ? await parts.findUsed(tx, actor.tenantId, asked) : new Set<number>()
      const ids = asked.filter((id) => !used.has(id))
      const done = new Set([
        ...(ids.length > 0 ? await remove(tx, actor, act, ids) : []),
        ...(changes.length > 0 ? await putBack(tx, actor, act, changes) : []),
        ...(returning.length > 0 ? await restore(tx, actor, act, returning) : []),
      ])
      return reversals.flatMap(({ itemId }) =>
        done.has(itemId) ? [] : [{ itemId, message: used.has(itemId) ? addedSince : outOfSight }],
      )
    },
  }

  return {
    ledgerSubject,
    openSet,
    /** Creates items in one operation; answers their ids in the order of the states. */
    async create(tx: Tx, actor: Actor, act: Act, states: readonly State[]) {
      const written = await openSet(tx, actor, act)
      const ids = await table.takeIds(tx, states.length)
      const items = states.map((state, at) => ({ id: ids[at] as number, version: 1, state }))
      await insert(tx, actor, written, items)
      return { changeSetId: written.changeSetId, ids }
    },
    /** Changes items that are locked. Answers the change set; null where nothing differs. */
    async change(
      tx: Tx,
      actor: Actor,
      act: Act,
      changes: readonly ItemChange<State>[],
    ): Promise<number | null> {
      const changed = changes.flatMap(({ item, values }) => {
        const after: State = { ...item.state, ...given(values) }
        if (table.differing(item.state, after).length === 0) return []
        return [{ id: item.id, version: item.version + 1, before: item.state, after }]
      })
      if (changed.length === 0) return act.changeSetId ?? null
      const written = await openSet(tx, actor, act)
      await update(tx, actor, written, changed)
      return written.changeSetId
    },
  }
}
