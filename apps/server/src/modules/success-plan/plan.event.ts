import type { SuccessPlanChanged } from '@steward/contracts/event/success-plan.event'
import { userOf, type Actor } from '../../platform/actor.ts'
import type { Changed, Written } from './item.door.ts'
import type { ItemTable } from './item.table.ts'

interface Completable {
  completedAt: string | null
}

/** The payload of an event about plans, or items of them. */
export function planEvent<State extends object & Completable>(
  table: ItemTable<State>,
  actor: Actor,
  { changeSetId }: Written,
  changed: readonly Changed<State>[],
  idsOf: Pick<SuccessPlanChanged, 'of' | 'planIds' | 'itemIds'>,
): SuccessPlanChanged {
  const [first] = changed
  const kind = first?.before ? (first.after ? 'changed' : 'deleted') : 'created'
  const keys = changed.flatMap(({ before, after }) => (before && after ? table.differing(before, after) : []))
  return {
    changeSetId,
    kind,
    keys: [...new Set(keys)],
    completedIds: changed.flatMap(({ id, before, after }) =>
      after?.completedAt && !before?.completedAt ? [id] : [],
    ),
    userId: userOf(actor),
    ...idsOf,
  }
}
