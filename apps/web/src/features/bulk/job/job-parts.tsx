import { IconArrowRight } from '@tabler/icons-react'
import type { BulkJob, BulkPart } from '@steward/contracts/bulk'
import { levelOf } from '@steward/contracts/level'
import { AppLink } from '../../../components/app-link.tsx'
import { levelTitle } from '../../../entities/level/index.ts'
import { paths } from '../../../paths.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { asJob, filesOf, isRunning } from '../bulk.calls.ts'
import { ErrorLogButton } from '../error-log-button.tsx'
import { fileText, problemRows } from '../job-words.ts'
import { JobCounts } from './job-counts.tsx'
import { JobFailures } from './job-failures.tsx'
import { LeftOutCells } from './left-out-cells.tsx'
import { JobState } from './job-state.tsx'

/** The files of an import of related files, in the order in which they are imported. */
export function JobParts({ job }: { job: BulkJob }) {
  return filesOf(job).map((part) => <Part key={part.jobId} part={part} />)
}

function Part({ part }: { part: BulkPart }) {
  const job = asJob(part)
  const level = levelOf(part.level)
  const hasProblems = !isRunning(job) && problemRows(job) > 0
  return (
    <section aria-label={levelTitle(level)} className="flex flex-col gap-3 border-t border-line pt-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 className="flex flex-wrap items-center gap-x-3 text-lead font-semibold">
          {levelTitle(level)}
          <span className="text-body font-normal text-2">{fileText(part)}</span>
        </h2>
        <div className="flex flex-wrap items-center gap-2">
          {hasProblems && (
            <ErrorLogButton job={job} size="sm">
              Download error log
            </ErrorLogButton>
          )}
          <AppLink to={paths.list(level.plural)} className={buttonClass({ size: 'sm' })}>
            Open {levelTitle(level).toLowerCase()}
            <IconArrowRight aria-hidden />
          </AppLink>
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <JobState job={job} />
        <JobCounts job={job} />
      </div>
      {!isRunning(job) && <LeftOutCells job={job} />}
      {hasProblems && <JobFailures job={job} />}
    </section>
  )
}
