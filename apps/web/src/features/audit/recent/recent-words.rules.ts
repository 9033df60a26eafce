import type { RecentChange } from '@steward/contracts/record-history'

const verbs: Readonly<Record<RecentChange['action'], string>> = {
  create: 'created',
  edit: 'edited',
  archive: 'archived',
  restore: 'restored',
  churn: 'marked churned:',
  unchurn: 'reactivated',
  move: 'moved',
  assign: 'changed the owners of',
  import: 'imported',
  undo: 'undid a change of',
  restoreValue: 'restored a value of',
  calculate: 'calculated',
  score: 'scored',
  pulse: 'changed the pulse of',
  deleteStage: 'deleted a stage of',
  changeType: 'changed the type of a field of',
  complete: 'completed',
  start: 'started',
  reschedule: 'rescheduled',
  applyPlaybook: 'applied a playbook to',
  repeat: 'repeated',
  comment: 'commented on',
}

const listed = new Intl.ListFormat('en', { type: 'conjunction' })

/** The records of a change, or its tasks and plans: up to three by name, the others by their number. */
function subjectOf({ records, items, names }: RecentChange, count: (n: number) => string): string {
  const [all, one, many] =
    records > 0 ? [records, 'a record', 'records'] : [items, 'a task or plan', 'tasks or plans']
  const others = all - names.length
  if (names.length === 0) return all === 1 ? one : `${count(all)} ${many}`
  // Titles of tasks are sentences of their own.
  const shown = records > 0 ? names : names.map((name) => `“${name}”`)
  return listed.format(others === 0 ? shown : [...shown, `${count(others)} more`])
}

/** What someone did, after their name: "edited Northwind", "archived 12 records". `count` writes a number. */
export function recentText(change: RecentChange, count: (n: number) => string): string {
  return `${verbs[change.action]} ${subjectOf(change, count)}`
}

const elsewhere: ReadonlySet<RecentChange['action']> = new Set(['import', 'calculate', 'score'])

/** Whether a change can be undone where it is listed; imports have a page of their own. */
export function isUndoable({ action, undoneBy }: RecentChange): boolean {
  return undoneBy === null && !elsewhere.has(action)
}
