import type { BulkJob } from '@steward/contracts/bulk'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { durationText, rowNoun } from '../job-words.ts'
import { numberText } from '../../../ui/reader.ts'

/** Rows read, how fast, and how long it still takes. */
export function JobProgress({ job, label }: { job: BulkJob; label: string }) {
  const { rowsRead, rowsTotal, isRowsTotalExact, rowsPerSecond, secondsLeft } = job
  const total = rowsTotal === null ? null : Math.max(rowsTotal, rowsRead)
  const noun = rowNoun(job)
  const about = isRowsTotalExact ? '' : 'about '
  const facts = [
    rowsPerSecond ? `${numberText(Math.round(rowsPerSecond))} ${noun}s a second` : null,
    secondsLeft ? `about ${durationText(secondsLeft)} left` : null,
  ].filter((fact) => fact !== null)
  return (
    <div className="flex flex-col gap-3 rounded-card border border-line p-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <p className="tabular">
          <span className="text-name font-semibold">{numberText(rowsRead)}</span>
          <span className="text-2">
            {total === null ? ` ${noun}s` : ` of ${about}${numberText(total)} ${noun}s`}
          </span>
        </p>
        <p className="tabular text-label text-2">{facts.join(' · ') || 'Getting ready'}</p>
      </div>
      <ProgressBar label={label} value={rowsRead} max={total ?? Math.max(1, rowsRead * 2)} />
    </div>
  )
}
