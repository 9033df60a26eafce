import type { BulkJob } from '@steward/contracts/bulk'
import { rowOutcomes } from '@steward/contracts/plain/bulk-kind'
import { outcomeWords } from '../job-words.ts'
import { OutcomeMark } from '../outcome-mark.tsx'
import { numberText } from '../../../ui/reader.ts'

/** The counts of a job that are not zero, in one line. */
export function JobCounts({ job }: { job: BulkJob }) {
  const shown = rowOutcomes.filter((outcome) => job.counts[outcome] > 0)
  if (shown.length === 0) return <span className="text-3">No rows yet</span>
  return (
    <ul className="tabular flex flex-wrap gap-x-3 gap-y-0.5">
      {shown.map((outcome) => (
        <li key={outcome} className="flex items-center gap-1 whitespace-nowrap">
          <OutcomeMark outcome={outcome} />
          {numberText(job.counts[outcome])}
          <span className="text-label text-2">{outcomeWords[outcome].done.toLowerCase()}</span>
        </li>
      ))}
    </ul>
  )
}
