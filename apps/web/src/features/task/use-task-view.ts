import { useMemo } from 'react'
import { parseRule, type Rule } from '@steward/conditions'
import { dateBreakdowns, type DateBreakdown } from '@steward/contracts/plain/task'
import type { SavedTaskView, TaskViewState } from '@steward/contracts/task/view'
import { useSearchParams } from '../../components/search-params.ts'
import type { TaskSubject, TaskView } from './task.calls.ts'
import { isGrouping } from './task-group.rules.ts'
import type { CalendarSpan } from './views/calendar.rules.ts'

const taskModes = ['list', 'board', 'calendar', 'load'] as const
export type TaskMode = (typeof taskModes)[number]

/** The displays of tasks; the load is that of people, not of a record. */
export const modesOf = (subject: TaskSubject | null): readonly TaskMode[] =>
  subject ? taskModes.filter((mode) => mode !== 'load') : taskModes

const isDue = (value: unknown): value is DateBreakdown => dateBreakdowns.some((name) => name === value)
const isDay = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value)

/** The filter of an address; null where it has none, or none that can be read. */
function filterOf(raw: unknown): Rule | null {
  if (raw === undefined) return null
  const parsed = parseRule(raw)
  return parsed.ok ? parsed.rule : null
}

const usualPage: TaskViewState = {
  mode: 'list',
  mine: true,
  bookmarked: false,
  showsCompleted: false,
  showsArchived: false,
  due: null,
  group: 'none',
  query: '',
  filter: null,
}

/** The search parameter of each part of a view. */
const parameters: Readonly<Record<keyof TaskViewState, string>> = {
  mode: 'mode',
  mine: 'mine',
  bookmarked: 'bookmarked',
  showsCompleted: 'completed',
  showsArchived: 'archived',
  due: 'due',
  group: 'group',
  query: 'find',
  filter: 'filter',
}

/** The tasks that are shown unless the address says otherwise: one's own, on a record's page those of everyone. */
const usualOf = (subject: TaskSubject | null): TaskViewState => ({ ...usualPage, mine: subject === null })

/** The address of a saved view; what is as usual is left out. */
function addressOf(
  saved: Pick<SavedTaskView, 'viewId' | 'view'> | null,
  usual: TaskViewState,
): Record<string, unknown> {
  const shown = saved?.view ?? usual
  const parts = (Object.keys(parameters) as (keyof TaskViewState)[]).map((key) => [
    parameters[key],
    shown[key] === usual[key] ? undefined : shown[key],
  ])
  return { view: saved?.viewId, ...Object.fromEntries(parts) }
}

/** What the address says of tasks; on a record's page everyone's are shown unless it says otherwise. */
export function useTaskView(subject: TaskSubject | null) {
  const [search, change] = useSearchParams()
  const { filter } = search
  const mine = subject ? search['mine'] === true : search['mine'] !== false
  const view: TaskView = {
    mine,
    showsCompleted: search['completed'] === true,
    showsArchived: search['archived'] === true,
    bookmarked: search['bookmarked'] === true,
    due: isDue(search['due']) ? search['due'] : null,
    group: isGrouping(search['group']) ? search['group'] : 'none',
    query: typeof search['find'] === 'string' ? search['find'] : '',
    filter: useMemo(() => filterOf(filter), [filter]),
  }
  const replace = (changes: Record<string, unknown>) => change(changes, { replace: true })
  /** The tab of what is done goes with what it shows. */
  const showDone = (changes: Record<string, unknown>) =>
    replace({ ...changes, ...(view.due === 'done' && { due: undefined }) })
  return {
    view,
    mode: modesOf(subject).find((mode) => mode === search['mode']) ?? 'list',
    span: (search['span'] === 'week' ? 'week' : 'month') as CalendarSpan,
    on: isDay(search['on']) ? search['on'] : null,
    viewId: typeof search['view'] === 'number' ? search['view'] : null,
    openId: typeof search['task'] === 'number' ? search['task'] : null,
    isNew: search['task'] === 'new',
    /** Shows a saved view; null shows the plain list. */
    showView: (saved: Pick<SavedTaskView, 'viewId' | 'view'> | null) =>
      change(addressOf(saved, usualOf(subject))),
    /** Says which saved view is shown, whatever is changed in it. */
    nameView: (viewId: number | undefined) => replace({ view: viewId }),
    showDue: (due: DateBreakdown | 'all') => replace({ due: due === 'all' ? undefined : due }),
    showMine: (isMine: boolean) => replace({ mine: isMine === (subject === null) ? undefined : isMine }),
    showCompleted: (isShown: boolean) => showDone({ completed: isShown || undefined }),
    showArchived: (isShown: boolean) => showDone({ archived: isShown || undefined }),
    showBookmarked: (isOnly: boolean) => replace({ bookmarked: isOnly || undefined }),
    showMode: (mode: TaskMode) => change({ mode: mode === 'list' ? undefined : mode }),
    showGroup: (group: TaskView['group']) => replace({ group: group === 'none' ? undefined : group }),
    showDays: ({ span, on }: { span?: CalendarSpan; on?: string }) =>
      replace({ ...(span && { span: span === 'month' ? undefined : span }), ...(on && { on }) }),
    filter: (rule: Rule | null) => replace({ filter: rule ?? undefined }),
    find: (text: string) => replace({ find: text || undefined }),
    open: (task: number | 'new' | undefined) => change({ task }),
  }
}

export type TaskAddress = ReturnType<typeof useTaskView>
