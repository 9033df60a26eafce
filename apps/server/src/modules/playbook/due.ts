import { doneInstanceStatuses } from '@steward/contracts/plain/playbook'
import type { Tx } from '../../platform/db/database.ts'
import { schedule, unschedule } from '../../platform/schedule/schedule.ts'
import type { Instance } from './instance.state.ts'

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
