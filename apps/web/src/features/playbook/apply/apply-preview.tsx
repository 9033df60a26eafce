import type { PlaybookPreview } from '@steward/contracts/playbook/instance'
import { formatDay } from '../../../ui/day-text.ts'
import { counted, stepWords } from '../playbook-words.ts'

/** What applying a playbook would come to. */
export function ApplyPreview({ preview }: { preview: PlaybookPreview }) {
  const { matched, planned, applicable, heldOut, refused, refusedCount, running, runningCount } = preview
  const left = [...running, ...refused]
  return (
    <section aria-label="Preview" className="flex flex-col gap-4">
      <p>
        {matched > planned && `Of the first ${planned.toLocaleString()} records: `}
        <strong>{counted(applicable, 'record')}</strong> will get the playbook
        {runningCount > 0 && `, ${counted(runningCount, 'record')} already run it`}
        {refusedCount > 0 && `, ${counted(refusedCount, 'record')} can't take it`}
        {heldOut !== null && heldOut > 0 && `, ${counted(heldOut, 'record')} are held out for comparison`}.
      </p>
      {left.length > 0 && (
        <ul aria-label="Records without the playbook" className="divide-y divide-line border-y border-line">
          {left.map(({ id, name, reason }) => (
            <li key={id} className="py-1.5">
              {name ?? `Record ${id}`} <span className="text-2">{reason}</span>
            </li>
          ))}
        </ul>
      )}
      {preview.sample.slice(0, 5).map(({ record, steps }) => (
        <div key={record.id}>
          <h3 className="pb-1 font-medium">{record.name}</h3>
          <ul className="divide-y divide-line border-y border-line">
            {steps.map(({ stepId, title, dueDate, assignee, reason, state }) => (
              <li key={stepId} className="grid grid-cols-[1fr_auto] gap-x-3 py-1.5">
                <span className="truncate">{title}</span>
                <span className="text-right tabular-nums text-2">
                  {state === 'unmet' ? stepWords.unmet : dueDate ? formatDay(dueDate) : 'No date'}
                </span>
                <span className="col-span-2 text-label text-2">
                  {state === 'task' && `${assignee?.name ?? 'No one'} · `}
                  {reason}
                </span>
              </li>
            ))}
          </ul>
        </div>
      ))}
      {preview.load.length > 0 && (
        <div>
          <h3 className="pb-1 font-medium">Busiest weeks</h3>
          <ul aria-label="Busiest weeks" className="divide-y divide-line border-y border-line">
            {preview.load.slice(0, 10).map(({ person, week, open, added }) => (
              <li key={`${person.id}:${week}`} className="flex gap-3 py-1.5">
                <span className="min-w-0 flex-1 truncate">{person.name}</span>
                <span className="text-2">week of {formatDay(week)}</span>
                <span className="w-28 text-right tabular-nums">
                  {open} open + {added}
                </span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  )
}
