import { useQuery } from '@tanstack/react-query'
import type { TaskLoad } from '@steward/contracts/task-list'
import { errorPanelProps } from '../../../api/error-text.ts'
import { formatDay } from '../../../ui/day-text.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { taskLoadQuery } from '../task.calls.ts'
import { loadText } from '../task-words.ts'

type Load = TaskLoad['people'][number]['overdue']

/** The open tasks of each person by the weeks in which they are due. */
export function TaskLoadTable() {
  const found = useQuery(taskLoadQuery)
  if (found.error)
    return <ErrorPanel {...errorPanelProps(found.error)} onRetry={() => void found.refetch()} />
  if (!found.data) return <Skeleton className="m-4 h-40" />
  const { weeks, people } = found.data
  if (people.length === 0) {
    return (
      <EmptyState kind="nothing" title="No open tasks">
        Here you see how much each person has to do in the coming weeks.
      </EmptyState>
    )
  }
  const heads = [
    'Overdue',
    ...weeks.map((day, at) => (at === 0 ? 'This week' : formatDay(day))),
    'Later',
    'No date',
  ]
  return (
    <div
      data-print="page"
      role="region"
      aria-label="Load"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region is reached by keyboard
      tabIndex={0}
      className="min-h-0 flex-1 overflow-auto p-4"
    >
      <table className="w-full text-body" aria-label="Load by person and week">
        <thead>
          <tr className="border-b border-line text-left text-label text-2">
            <th scope="col" className="sticky left-0 bg-surface px-3 py-2 font-medium">
              Person
            </th>
            {heads.map((head) => (
              <th key={head} scope="col" className="px-3 py-2 font-medium whitespace-nowrap">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {people.map(({ person, overdue, weeks: byWeek, later, noDate }) => (
            <tr key={person?.id ?? 0} className="border-b border-line">
              <th scope="row" className="sticky left-0 bg-surface px-3 py-2 text-left font-medium">
                {person?.name ?? 'No one'}
              </th>
              <LoadCell load={overdue} isLate />
              {byWeek.map((load, at) => (
                <LoadCell key={weeks[at]} load={load} />
              ))}
              <LoadCell load={later} />
              <LoadCell load={noDate} />
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-3 text-label text-3">
        Open tasks that you can see, by the week in which they are due, with their estimates together. Weeks
        begin on Monday.
      </p>
    </div>
  )
}

function LoadCell({ load, isLate = false }: { load: Load; isLate?: boolean }) {
  if (load.tasks === 0) return <td className="px-3 py-2 text-3">0</td>
  return (
    <td className="tabular px-3 py-2 whitespace-nowrap">
      <span className={isLate ? 'font-medium text-poor' : 'font-medium'}>{load.tasks}</span>
      {load.minutes > 0 && <span className="text-2"> · {loadText(load.minutes)}</span>}
    </td>
  )
}
