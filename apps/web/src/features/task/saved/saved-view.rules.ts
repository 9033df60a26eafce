import type { TaskViewState } from '@steward/contracts/task/view'
import type { TaskAddress } from '../use-task-view.ts'

/** What the address shows, as a view is saved; the load has none. */
export function stateOf({ view, mode }: Pick<TaskAddress, 'view' | 'mode'>): TaskViewState {
  const { mine, bookmarked, showsCompleted, showsArchived, due, group, query, filter } = view
  return {
    mode: mode === 'load' ? 'list' : mode,
    mine,
    bookmarked,
    showsCompleted,
    showsArchived,
    due,
    group,
    query,
    filter,
  }
}

/** JSON with its keys in one order: the database has another one. */
function ordered(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  )
}

export const isSameState = (one: TaskViewState, other: TaskViewState): boolean =>
  ordered(one) === ordered(other)
