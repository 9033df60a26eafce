import { playbookCompleted } from '@steward/contracts/event/playbook.event'
import { doneInstanceStatuses } from '@steward/contracts/plain/playbook'
import { changeKindIds, depthOf } from '@steward/contracts/record-history'
import type { Actor } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { publish } from '../../platform/events/events.ts'
import { schedule, unschedule } from '../../platform/schedule/schedule.ts'
import type { Ledger } from '../ledger/index.ts'
import { openItemSet, type Act } from '../record/index.ts'
import { differenceOf, type Instance, type InstanceState } from './instance.state.ts'
import { updateInstances } from './instance.store.ts'

/** The name of instances in the ledger. */
export const instanceSubject = 'playbookInstance'

/** What is due on the day on which an instance is. */
export const dueKind = 'playbook.due'

/** The hour, in UTC, at which owners are notified of playbooks that are due. */
const hour = 'T07:00:00Z'

const isAwaited = ({ state }: Instance): boolean =>
  state.dueDate !== null && state.ownerId !== null && !doneInstanceStatuses.includes(state.status)

/** Has the owners of running instances notified on the day on which these are due. */
export async function scheduleDue(tx: Tx, tenantId: number, instances: readonly Instance[]): Promise<void> {
  await schedule(
    tx,
    tenantId,
    instances.filter(isAwaited).map(({ instanceId, state }) => ({
      kind: dueKind,
      key: String(instanceId),
      dueAt: new Date(`${state.dueDate}${hour}`),
      payload: { instanceId, dueDate: state.dueDate },
    })),
  )
  const others = instances.filter((one) => !isAwaited(one)).map(({ instanceId }) => String(instanceId))
  if (others.length > 0) await unschedule(tx, tenantId, dueKind, others)
}

/** Publishes which instances were completed by changes. */
async function tellCompleted(
  tx: Tx,
  tenantId: number,
  { causes = [] }: Act,
  changeSetId: number,
  changes: readonly { instance: Instance; after: InstanceState }[],
): Promise<void> {
  const completed = changes.filter(
    ({ instance, after }) => after.status === 'COMPLETED' && instance.state.status !== 'COMPLETED',
  )
  if (completed.length === 0) return
  await publish(tx, tenantId, playbookCompleted, {
    changeSetId,
    instances: completed.map(({ instance: { instanceId, state } }) => ({
      instanceId,
      templateId: state.templateId,
      recordId: state.recordId,
    })),
    causes: [...causes],
    depth: depthOf(causes),
  })
}

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
  await tellCompleted(tx, actor.tenantId, act, changeSetId, changes)
  return changeSetId
}
