import type { BulkJob } from '@steward/contracts/bulk'
import { outcomeCount, outcomesOf, outcomeWords } from '../job-words.ts'
import { OutcomeMark } from '../outcome-mark.tsx'
import { cx } from '../../../ui/cx.ts'
import { numberText } from '../../../ui/reader.ts'

/** Columns by how many numbers there are. */
const columns: Record<number, string> = { 4: 'sm:grid-cols-4', 5: 'sm:grid-cols-5', 6: 'sm:grid-cols-6' }

/** The exact numbers of a job, as large as they matter. */
export function JobResult({ job }: { job: BulkJob }) {
  // A change of chosen records creates none.
  const shown = outcomesOf(job).filter((outcome) => job.label === null || outcome !== 'create')
  return (
    <dl
      className={cx(
        'grid grid-cols-2 gap-px overflow-hidden rounded-card border border-line bg-line',
        columns[shown.length],
      )}
    >
      {shown.map((outcome) => (
        <div
          key={outcome}
          className="flex flex-col-reverse gap-0.5 bg-surface px-3 py-2.5 last:odd:max-sm:col-span-2"
        >
          <dt className="flex items-center gap-1.5 text-label text-2">
            <OutcomeMark outcome={outcome} />
            {outcomeWords[outcome].done}
          </dt>
          <dd className="tabular text-hero font-semibold">{numberText(outcomeCount(job, outcome))}</dd>
        </div>
      ))}
    </dl>
  )
}
