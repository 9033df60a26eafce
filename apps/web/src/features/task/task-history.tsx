import { useQuery } from '@tanstack/react-query'
import { agoText, exactText } from '../../components/time-text.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { taskHistoryQuery } from './task.calls.ts'

const acts: Readonly<Record<string, string>> = {
  create: 'created this',
  edit: 'changed this',
  complete: 'completed this',
  start: 'started this',
  assign: 'reassigned this',
  archive: 'archived this',
  reschedule: 'rescheduled this',
  undo: 'undid a change',
  applyPlaybook: 'applied a playbook',
  repeat: 'moved this to its next date',
}

/** What was done with a comment, by the kind of the change. */
const commentActs = {
  create: 'commented',
  update: 'edited a comment',
  delete: 'deleted a comment',
} as const

/** The changes of a task and of its comments, newest first. */
export function TaskHistory({ taskId }: { taskId: number }) {
  const { data } = useQuery(taskHistoryQuery(taskId))
  if (!data) return <Skeleton className="h-16 w-full" />
  return (
    <section aria-label="History">
      <h3 className="mb-1.5 text-body font-medium">History</h3>
      <ol className="flex flex-col gap-2 text-label">
        {data.map((entry) => (
          <li key={entry.changeSetId}>
            <p>
              {entry.actor.name}{' '}
              {entry.action === 'comment' ? commentActs[entry.kind] : (acts[entry.action] ?? 'changed this')}{' '}
              <time dateTime={entry.at} data-tooltip={exactText(entry.at)} className="text-3">
                {agoText(entry.at)}
              </time>
              {entry.undoneBy !== null && <span className="text-3"> · undone</span>}
            </p>
            {entry.changes.map((change) => (
              <p key={change.field} className="truncate text-3">
                {change.label}: {change.beforeText ?? 'empty'} → {change.afterText ?? 'empty'}
              </p>
            ))}
          </li>
        ))}
      </ol>
    </section>
  )
}
