import { useQuery } from '@tanstack/react-query'
import { IconArrowRight } from '@tabler/icons-react'
import type { BulkJob } from '@steward/contracts/bulk'
import { levelOf } from '@steward/contracts/level'
import { useRouteParam } from '../../components/route-param.ts'
import { ApiError } from '../../api/api-error.ts'
import { errorPanelProps } from '../../api/error-text.ts'
import { AppLink } from '../../components/app-link.tsx'
import { levelTitle } from '../../entities/level/index.ts'
import { PageContent, PageFrame } from '../../components/page-frame.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { paths } from '../../paths.ts'
import { buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { isOfSeveral, isRunning, jobOfRows, jobQuery } from './bulk.calls.ts'
import { JobActions } from './job/job-actions.tsx'
import { useFreshRecords } from './job/job-changes.ts'
import { JobFacts } from './job/job-facts.tsx'
import { JobFailures } from './job/job-failures.tsx'
import { ServerAway } from './job/server-away.tsx'
import { JobParts } from './job/job-parts.tsx'
import { JobProgress } from './job/job-progress.tsx'
import { JobResult } from './job/job-result.tsx'
import { LeftOutCells } from './job/left-out-cells.tsx'
import { JobState } from './job/job-state.tsx'
import { jobDoing, jobTitle, problemRows } from './job-words.ts'
import { StepSkeleton } from './wizard/step-skeleton.tsx'
import { UndoResult } from './job/undo-result.tsx'

/** One import: live while it runs, then its result. */
export function ImportJobPage() {
  const jobId = Number(useRouteParam('jobId'))
  const { data: job, error, refetch } = useQuery({ ...jobQuery(jobId), enabled: jobId > 0 })
  const isMissing = !(jobId > 0) || (error instanceof ApiError && error.status === 404)
  const title = job ? jobTitle(job) : 'Import'
  return (
    <PageFrame title={title}>
      <PageHeader title={title} breadcrumb={[{ label: 'Imports', to: paths.imports }]} />
      {job ? (
        <Job job={job} isAway={error !== null} />
      ) : (
        <Waiting error={error} isMissing={isMissing} onRetry={() => void refetch()} />
      )}
    </PageFrame>
  )
}

type WaitingProps = { error: Error | null; isMissing: boolean; onRetry: () => void }

function Waiting({ error, isMissing, onRetry }: WaitingProps) {
  if (!isMissing && !error) return <StepSkeleton label="Loading the import" />
  return (
    <PageContent>
      {isMissing ? (
        <EmptyState
          kind="no-match"
          title="Import not found"
          action={
            <AppLink to={paths.imports} className={buttonClass()}>
              All imports
            </AppLink>
          }
        >
          You may not have access to it, or the link is wrong.
        </EmptyState>
      ) : (
        <ErrorPanel {...errorPanelProps(error)} onRetry={onRetry} />
      )}
    </PageContent>
  )
}

function Job({ job, isAway }: { job: BulkJob; isAway: boolean }) {
  useFreshRecords(job)
  const level = levelOf(job.level)
  const runs = isRunning(job)
  return (
    <PageContent className="px-4 py-6">
      <div className="mx-auto flex max-w-280 flex-col gap-6">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <div role="status" className="text-title">
            <JobState job={job} />
          </div>
          <div className="flex flex-wrap items-center gap-2">
            <JobActions job={job} size="sm" />
            {!runs && !isOfSeveral(job) && (
              <AppLink to={paths.list(level.plural)} className={buttonClass({ size: 'sm' })}>
                Open {levelTitle(level).toLowerCase()}
                <IconArrowRight aria-hidden />
              </AppLink>
            )}
          </div>
        </div>
        {runs && (
          <>
            <JobProgress job={job} label={jobDoing(job)} />
            {isAway && <ServerAway />}
            <p className="text-2">
              You can leave this page. You will be notified on completion; refresh the app if other tabs still
              show old values.
            </p>
          </>
        )}
        {job.failure !== null && (
          <p role="alert" className="rounded-card bg-poor-soft px-3 py-2 text-poor">
            {job.failure}
          </p>
        )}
        <UndoResult job={job} />
        <JobResult job={job} />
        <JobFacts job={job} />
        {!runs && !isOfSeveral(job) && <LeftOutCells job={job} />}
        {isOfSeveral(job) ? (
          <JobParts job={job} />
        ) : (
          !runs && problemRows(job) > 0 && <JobFailures job={jobOfRows(job)} />
        )}
      </div>
    </PageContent>
  )
}
