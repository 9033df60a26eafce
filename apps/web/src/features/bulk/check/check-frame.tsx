import type { ReactNode } from 'react'
import type { BulkJob } from '@steward/contracts/bulk'
import { PageContent } from '../../../components/page-frame.tsx'
import { Button } from '../../../ui/button.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { JobProgress } from '../job/job-progress.tsx'
import { ServerAway } from '../job/server-away.tsx'
import { StepHeading } from '../wizard/step-heading.tsx'
import { StepSkeleton } from '../wizard/step-skeleton.tsx'
import { WizardFooter } from '../wizard/wizard-footer.tsx'
import { problemSentences } from './config-problems.ts'
import type { useCheck } from './use-check.ts'

type CheckFrameProps = {
  check: ReturnType<typeof useCheck>
  onBack: () => void
  /** The result of a check that has ended, and the way on from it. */
  children: ReactNode
  footer: ReactNode
}

/** A check from its start to its end: its progress, why it failed, or its result. */
export function CheckFrame({ check, onBack, children, footer }: CheckFrameProps) {
  const { job, ended, isAway, error, retry } = check
  const back = (
    <WizardFooter>
      <Button onClick={onBack}>Back</Button>
    </WizardFooter>
  )
  if (error) {
    return (
      <>
        <PageContent>
          <ErrorPanel title="The check failed" text={problemSentences(error)} onRetry={() => void retry()} />
        </PageContent>
        {back}
      </>
    )
  }
  if (!job) return <StepSkeleton label="Starting the check" />
  return (
    <>
      <PageContent className="px-4 py-6">
        <div className="mx-auto flex max-w-280 flex-col gap-6">
          {!ended && <Checking job={job} isAway={isAway} />}
          {ended?.failure && <ErrorPanel title="The check stopped" text={ended.failure} />}
          {ended?.failure === null && children}
        </div>
      </PageContent>
      {ended ? footer : back}
    </>
  )
}

function Checking({ job, isAway }: { job: BulkJob; isAway: boolean }) {
  return (
    <>
      <StepHeading title="Checking every row">
        Nothing changes yet. You can go back and correct the mapping meanwhile.
      </StepHeading>
      <JobProgress job={job} label="Checking" />
      {isAway && <ServerAway />}
    </>
  )
}
