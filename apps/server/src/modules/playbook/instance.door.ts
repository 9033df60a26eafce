import { changeKindIds } from '@steward/contracts/record-history'
import type { Actor } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Ledger } from '../ledger/index.ts'
import { openItemSet, type Act } from '../record/index.ts'
import { differenceOf, type Instance, type InstanceState } from './instance.state.ts'
import { updateInstances } from './instance.store.ts'
import { scheduleDue } from './due.ts'

/** The name of instances in the ledger. */
export const instanceSubject = 'playbookInstance'

/** Writes what changed in instances that are locked, with the ledger. Answers the change set; null: nothing changed. */
export async function changeInstances(
  tx: Tx,
  ledger: Pick<Ledger, 'writeItems'>,
  actor: Actor,
  act: Act,
  changes: readonly { instance: Instance; after: InstanceState }[],
): Promise<number | null> {
  const changed = changes.flatMap(({ instance, after }) => {
    const difference = differenceOf(instance.state, after)
    if (Object.keys(difference.after).length === 0) return []
    return [{ ...difference, next: { ...instance, rowVersion: instance.rowVersion + 1, state: after } }]
  })
  if (changed.length === 0) return act.changeSetId ?? null
  const changeSetId = act.changeSetId ?? (await openItemSet(tx, { ...act, actor }))
  const instances = changed.map(({ next }) => next)
  await updateInstances(tx, actor.tenantId, instances)
  await scheduleDue(tx, actor.tenantId, instances)
  await ledger.writeItems(
    tx,
    actor.tenantId,
    changeSetId,
    instanceSubject,
    changed.map(({ before, after, next }) => ({
      itemId: next.instanceId,
      kind: changeKindIds.update,
      before,
      after,
      version: next.rowVersion,
    })),
  )
  return changeSetId
}
