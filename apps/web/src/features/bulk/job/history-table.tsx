import type { BulkJob } from '@steward/contracts/bulk'
import { levelOf } from '@steward/contracts/level'
import { AppLink } from '../../../components/app-link.tsx'
import { levelTitle } from '../../../entities/level/index.ts'
import { agoText, exactText } from '../../../components/time-text.ts'
import { paths } from '../../../paths.ts'
import { cx } from '../../../ui/cx.ts'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { isOfSeveral, isRunning, isUndoing } from '../bulk.calls.ts'
import { JobActions } from './job-actions.tsx'
import { JobCounts } from './job-counts.tsx'
import { JobState } from './job-state.tsx'
import { durationText, jobDoing, jobTitle } from '../job-words.ts'
import { undoneSentence } from './undo-words.ts'
import { numberText } from '../../../ui/reader.ts'

const columns =
  'md:grid-cols-[minmax(0,5fr)_7.5rem_minmax(0,5fr)_minmax(10rem,3fr)] lg:grid-cols-[minmax(0,5fr)_7rem_minmax(0,3fr)_7.5rem_minmax(0,6fr)_minmax(15rem,4fr)]'

/** A table from 768 px on; below, each job is a card. */
export function HistoryTable({ jobs }: { jobs: readonly BulkJob[] }) {
  return (
    <div role="table" aria-label="Imports" className="min-w-0">
      <div role="rowgroup" className="sticky top-0 z-1 hidden bg-surface md:block">
        <div
          role="row"
          className={`grid h-8 items-center gap-x-4 border-b border-line px-4 text-label font-medium text-2 ${columns}`}
        >
          <span role="columnheader">Import or update</span>
          <span role="columnheader" className="hidden lg:block">
            Level
          </span>
          <span role="columnheader" className="hidden lg:block">
            By
          </span>
          <span role="columnheader">State</span>
          <span role="columnheader">Rows</span>
          <span role="columnheader" className="text-right">
            Actions
          </span>
        </div>
      </div>
      <div role="rowgroup">
        {jobs.map((job) => (
          <Row key={job.jobId} job={job} />
        ))}
      </div>
    </div>
  )
}

function Row({ job }: { job: BulkJob }) {
  const level = isOfSeveral(job) ? 'Several' : levelTitle(levelOf(job.level))
  return (
    <div
      role="row"
      className={`grid grid-cols-1 items-center gap-x-4 gap-y-1.5 border-b border-line px-4 py-2.5 hover:bg-hover ${columns}`}
    >
      <div role="cell" className="min-w-0">
        <AppLink
          to={paths.import(job.jobId)}
          className="block truncate rounded-chip font-medium hover:underline"
        >
          {jobTitle(job)}
        </AppLink>
        <p className="text-label text-2">
          {job.typeName}
          <span className="lg:hidden">
            {' · '}
            {level} · {job.by.name}
          </span>
          {' · '}
          <time dateTime={job.createdAt} data-tooltip={exactText(job.createdAt)}>
            {agoText(job.createdAt)}
          </time>
        </p>
      </div>
      <div role="cell" className="hidden lg:block">
        {level}
      </div>
      <div role="cell" className="hidden truncate lg:block">
        {job.by.name}
      </div>
      <div role="cell">
        <JobState job={job} />
      </div>
      <div role="cell" className="min-w-0">
        <Rows job={job} />
      </div>
      <div
        role="cell"
        className="-ml-2.5 flex flex-wrap items-center gap-1 md:-mr-2.5 md:ml-0 md:justify-end"
      >
        <JobActions job={job} size="sm" variant="ghost" />
      </div>
    </div>
  )
}

function Rows({ job }: { job: BulkJob }) {
  if (isRunning(job)) return <Running job={job} />
  return (
    <>
      <JobCounts job={job} />
      {job.undo && (
        <p className={cx('text-label', isUndoing(job) ? 'text-info' : 'text-2')}>{undoneSentence(job)}</p>
      )}
    </>
  )
}

function Running({ job }: { job: BulkJob }) {
  const { rowsRead, rowsTotal, secondsLeft } = job
  const total = Math.max(rowsTotal ?? 0, rowsRead, 1)
  return (
    <div className="flex max-w-80 flex-col gap-1">
      <ProgressBar label={jobDoing(job)} value={rowsRead} max={total} />
      <span className="tabular text-label text-2">
        {numberText(rowsRead)} of {job.label === null ? 'about ' : ''}
        {numberText(total)}
        {secondsLeft ? ` · ${durationText(secondsLeft)} left` : ''}
      </span>
    </div>
  )
}
