import type { HistoryEntry } from '@steward/contracts/record-history'
import { starterFieldNames } from '@steward/contracts/plain/starter-field'
import { readerDay } from '../../../ui/day-text.ts'

export type HistoryDay = { day: string; entries: HistoryEntry[] }

/**
 * Without the change of a score in 30 days, which follows from scores that are in the history themselves and moves on
 * days on which nothing happened.
 */
function toldOf(entries: readonly HistoryEntry[]): HistoryEntry[] {
  return entries.flatMap((entry) => {
    if (entry.action !== 'score') return [entry]
    const changes = entry.changes.filter(({ field }) => field !== starterFieldNames.healthChange)
    return changes.length > 0 ? [{ ...entry, changes }] : []
  })
}

/** Entries, newest first, by the reader's calendar day; those of one field, where only that was asked for. */
export function historyDays(entries: readonly HistoryEntry[], field?: string): HistoryDay[] {
  const days: HistoryDay[] = []
  for (const entry of field ? entries : toldOf(entries)) {
    const day = readerDay(new Date(entry.at))
    const last = days.at(-1)
    if (last?.day === day) last.entries.push(entry)
    else days.push({ day, entries: [entry] })
  }
  return days
}

const acts: Readonly<Record<HistoryEntry['action'], string>> = {
  create: 'created this',
  edit: 'changed',
  archive: 'archived this',
  restore: 'restored this',
  churn: 'marked this churned',
  unchurn: 'reactivated this customer',
  move: 'moved this',
  assign: 'changed the owners',
  import: 'updated this by import',
  undo: 'undid a change',
  restoreValue: 'restored an earlier value',
  calculate: 'updated calculated fields',
  score: 'updated the score',
  pulse: 'changed the pulse',
  deleteStage: 'deleted its stage',
  changeType: 'changed the type of a field',
  complete: 'completed this',
  start: 'started this',
  reschedule: 'rescheduled this',
  applyPlaybook: 'applied a playbook',
  repeat: 'moved this to its next date',
  comment: 'commented',
}

/** What someone did, after their name: "changed Pulse", "archived this". */
export function actText({ action, kind, changes }: HistoryEntry): string {
  if (action === 'import' && kind === 'create') return 'imported this record'
  if (action !== 'edit') return acts[action]
  const [only, ...others] = changes
  return only && others.length === 0 ? `changed ${only.label}` : `changed ${changes.length} fields`
}
