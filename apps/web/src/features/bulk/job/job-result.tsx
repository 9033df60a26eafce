import type { BulkJob } from '@steward/contracts/bulk'
import { rowOutcomes } from '@steward/contracts/plain/bulk-kind'
import { outcomeWords } from '../job-words.ts'
import { OutcomeMark } from '../outcome-mark.tsx'
import { cx } from '../../../ui/cx.ts'
import { numberText } from '../../../ui/reader.ts'

/** The exact numbers of a job, as large as they matter. */
export function JobResult({ job }: { job: BulkJob }) {
  // A change of chosen records creates none.
  const shown = rowOutcomes.filter((outcome) => job.label === null || outcome !== 'create')
  return (
    <dl
      className={cx(
        'grid grid-cols-2 gap-px overflow-hidden rounded-card border border-line bg-line',
        shown.length === rowOutcomes.length ? 'sm:grid-cols-5' : 'sm:grid-cols-4',
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
          <dd className="tabular text-hero font-semibold">{numberText(job.counts[outcome])}</dd>
        </div>
      ))}
    </dl>
  )
}
