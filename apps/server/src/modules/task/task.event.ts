import type { TaskChanged } from '@steward/contracts/event/task.event'
import { depthOf } from '@steward/contracts/record-history'
import { sourceOf, userOf, type Actor } from '../../platform/actor.ts'
import type { Act } from '../record/index.ts'
import { differingKeys, type TaskState } from './task.state.ts'

/** The payload of an event about some tasks. */
export function taskEvent(
  { actor, ...act }: Act & { actor: Actor; changeSetId: number },
  kind: TaskChanged['kind'],
  tasks: readonly { taskId: number; before?: TaskState; after?: TaskState }[],
): TaskChanged {
  const idsWhere = (test: (before?: TaskState, after?: TaskState) => boolean): number[] =>
    tasks.flatMap(({ taskId, before, after }) => (test(before, after) ? [taskId] : []))
  const changedKeys = tasks.flatMap(({ before, after }) =>
    before && after ? differingKeys(before, after) : [],
  )
  return {
    changeSetId: act.changeSetId,
    kind,
    taskIds: tasks.map(({ taskId }) => taskId),
    keys: [...new Set(changedKeys)],
    completedIds: idsWhere(
      (before, after) => after?.status === 'COMPLETED' && before?.status !== 'COMPLETED',
    ),
    reopenedIds: idsWhere(
      (before, after) =>
        before?.status === 'COMPLETED' && after !== undefined && after.status !== 'COMPLETED',
    ),
    instanceIds: uniqueIds(tasks.map(({ before, after }) => (after ?? before)?.instanceId ?? null)),
    source: act.source ?? sourceOf(actor),
    operation: act.action,
    actor: {
      kind: actor.via && actor.via.kind !== 'providerToken' ? actor.via.kind : 'person',
      id: actorId(actor),
    },
    causes: [...(act.causes ?? [])],
    depth: depthOf(act.causes ?? []),
  }
}

const actorId = (actor: Actor): number | null =>
  actor.via && actor.via.kind !== 'providerToken' ? actor.via.id : userOf(actor)

/** Ids without repetitions and nulls. */
export const uniqueIds = (ids: readonly (number | null)[]): number[] => [
  ...new Set(ids.filter((id): id is number => id !== null)),
]
