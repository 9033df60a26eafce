import { changeKindIds } from '@steward/contracts/record-history'
import type { Actor } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Ledger, LedgerSubject, Reversal } from '../ledger/index.ts'
import { scopeSql } from '../record/index.ts'
import { changeInstances, instanceSubject, scheduleDue } from './instance.door.ts'
import { withValues, type InstanceState } from './instance.state.ts'
import {
  deleteInstances,
  findWorkedOn,
  insertInstances,
  lockInstances,
  insertSteps,
  readNames,
} from './instance.store.ts'

type SubjectAct = Parameters<LedgerSubject['apply']>[2]
type Refused = { itemId: number; message: string }[]

const labels: Readonly<Record<string, string>> = {
  status: 'Status',
  ownerId: 'Owner',
  startDate: 'Start date',
  endDate: 'End date',
  dueDate: 'Due date',
  version: 'Version',
  completedAt: 'Completed',
}

/** What people call a key of an instance. */
export const labelOf = (key: string): string => labels[key] ?? (key.startsWith('step:') ? 'Steps' : key)

const gone = 'It was deleted since.'

/** Restores instances in an undo. Those with tasks that someone worked on stay. */
export function createInstanceSubject(ledger: Pick<Ledger, 'writeItems'>): LedgerSubject {
  async function remove(tx: Tx, actor: Actor, act: SubjectAct, ids: readonly number[]): Promise<Refused> {
    const { tenantId } = actor
    const found = await lockInstances(tx, tenantId, ids)
    const worked = await findWorkedOn(tx, tenantId, ids)
    const removed = found.filter(({ instanceId }) => !worked.has(instanceId))
    await ledger.writeItems(
      tx,
      tenantId,
      act.changeSetId,
      instanceSubject,
      removed.map(({ instanceId, rowVersion, state }) => ({
        itemId: instanceId,
        kind: changeKindIds.delete,
        before: { ...state },
        after: null,
        version: rowVersion + 1,
      })),
    )
    const removedIds = removed.map(({ instanceId }) => instanceId)
    await deleteInstances(tx, tenantId, removedIds)
    await scheduleDue(
      tx,
      tenantId,
      removed.map((one) => ({ ...one, state: { ...one.state, dueDate: null } })),
    )
    return ids.flatMap((itemId) => {
      if (removedIds.includes(itemId)) return []
      return [
        { itemId, message: worked.has(itemId) ? 'Someone has worked on its tasks, so it is kept.' : gone },
      ]
    })
  }

  async function change(
    tx: Tx,
    actor: Actor,
    act: SubjectAct,
    reversals: readonly Extract<Reversal, { kind: 'update' }>[],
  ): Promise<Refused> {
    const found = await lockInstances(
      tx,
      actor.tenantId,
      reversals.map(({ itemId }) => itemId),
    )
    const byId = new Map(found.map((instance) => [instance.instanceId, instance]))
    const changes = reversals.flatMap(({ itemId, values }) => {
      const instance = byId.get(itemId)
      return instance ? [{ instance, after: withValues(instance.state, { ...values }) }] : []
    })
    await changeInstances(tx, ledger, actor, act, changes)
    return reversals.flatMap(({ itemId }) => (byId.has(itemId) ? [] : [{ itemId, message: gone }]))
  }

  async function restore(
    tx: Tx,
    actor: Actor,
    act: SubjectAct,
    reversals: readonly Extract<Reversal, { kind: 'restore' }>[],
  ): Promise<Refused> {
    const { tenantId } = actor
    const instances = reversals.map(({ itemId, state, version }) => ({
      instanceId: itemId,
      rowVersion: version,
      state: state as unknown as InstanceState,
    }))
    const inserted = await insertInstances(tx, tenantId, instances)
    const back = instances.filter(({ instanceId }) => inserted.has(instanceId))
    await insertSteps(tx, tenantId, back)
    await scheduleDue(tx, tenantId, back)
    await ledger.writeItems(
      tx,
      tenantId,
      act.changeSetId,
      instanceSubject,
      back.map(({ instanceId, rowVersion }) => ({
        itemId: instanceId,
        kind: changeKindIds.create,
        before: null,
        after: null,
        version: rowVersion,
      })),
    )
    return reversals.flatMap(({ itemId }) =>
      inserted.has(itemId) ? [] : [{ itemId, message: 'The playbook runs on its record again already.' }],
    )
  }

  return {
    name: instanceSubject,
    labelOf,
    titlesOf: (db, actor, ids) => readNames(db, actor.tenantId, ids, scopeSql(actor, 'r')),
    async apply(tx, actor, act, reversals) {
      const of = <Kind extends Reversal['kind']>(kind: Kind) =>
        reversals.filter((one): one is Extract<Reversal, { kind: Kind }> => one.kind === kind)
      const [removals, changes, returning] = [of('delete'), of('update'), of('restore')]
      const removedIds = removals.map(({ itemId }) => itemId)
      return [
        ...(removals.length > 0 ? await remove(tx, actor, act, removedIds) : []),
        ...(changes.length > 0 ? await change(tx, actor, act, changes) : []),
        ...(returning.length > 0 ? await restore(tx, actor, act, returning) : []),
      ]
    },
  }
}
