import { useEffect, type ReactNode } from 'react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { BulkJob } from '@steward/contracts/bulk'
import type { ImportConfig } from '@steward/contracts/sheet'
import type { Level } from '@steward/contracts/level'
import { errorText } from '../../../api/error-text.ts'
import { useGo } from '../../../components/go.ts'
import { PageContent } from '../../../components/page-frame.tsx'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { isRunning, jobOfRows, jobsKey, startImport, startPreview, type Detection } from '../bulk.calls.ts'
import { useCheck } from './use-check.ts'
import { problemSentences } from './config-problems.ts'
import { configOf, forgetCheck, type Choices, type Choose, type ImportDraft } from '../wizard/import-draft.ts'
import { countText, importableRows } from '../job-words.ts'
import { ServerAway } from '../job/server-away.tsx'
import { JobProgress } from '../job/job-progress.tsx'
import { CausesSection } from './causes-section.tsx'
import { Findings } from './findings.tsx'
import { ColumnsLeftOut } from './columns-left-out.tsx'
import { LinkedRows } from './linked-rows.tsx'
import { OutcomeTabs } from './outcome-tabs.tsx'
import { PlannedExtras } from './planned-extras.tsx'
import { StepHeading } from '../wizard/step-heading.tsx'
import { StepSkeleton } from '../wizard/step-skeleton.tsx'
import { WizardFooter } from '../wizard/wizard-footer.tsx'
import type { MoveTo, WizardPlace } from '../wizard/wizard-place.ts'
import { numberText } from '../../../ui/reader.ts'

// It shares all that shows a check, and comes with it.
export { CheckRelated } from '../related/check-related.tsx'

type CheckStepProps = {
  place: WizardPlace
  moveTo: MoveTo
  detection: Detection
  choices: Choices
  checked: ImportDraft['checked']
  onChecked: (checked: ImportDraft['checked']) => void
  onChoose: Choose
}

/** The check of exactly these decisions, which the address names as well. */
function usePreview({ place, moveTo, checked, onChecked }: CheckStepProps, config: ImportConfig) {
  const asked = JSON.stringify([place.level.id, config])
  const check = useCheck({
    asked,
    known: checked?.config === asked ? checked.jobId : null,
    start: () => startPreview(place.level, config),
    onStarted: (jobId) => onChecked({ jobId, config: asked }),
  })
  const { jobId } = check
  useEffect(() => {
    if (jobId !== null && place.preview !== jobId) moveTo({ preview: jobId }, { replace: true })
  })
  return check
}

/** Goes through every row without changing anything, and shows what an import would do. */
export function CheckStep(props: CheckStepProps) {
  const { place, moveTo, detection, choices, onChoose } = props
  const config = configOf(detection, choices)
  const { job, isAway, error, retry } = usePreview(props, config)
  const back = <Button onClick={() => moveTo({ step: 'map' })}>Back</Button>
  if (error) {
    return (
      <>
        <PageContent>
          <ErrorPanel title="The check failed" text={problemSentences(error)} onRetry={() => void retry()} />
        </PageContent>
        <WizardFooter>{back}</WizardFooter>
      </>
    )
  }
  if (!job) return <StepSkeleton label="Starting the check" />
  return (
    <>
      <PageContent className="px-4 py-6">
        <div className="mx-auto flex max-w-280 flex-col gap-6">
          {isRunning(job) ? (
            <Checking job={job} isAway={isAway} />
          ) : (
            <Checked job={job} level={place.level}>
              <Findings job={job} choices={choices} />
              <ColumnsLeftOut
                level={place.level}
                detection={detection}
                choices={choices}
                onChoose={onChoose}
              />
              <CausesSection job={job} level={place.level} choices={choices} onChoose={onChoose} />
            </Checked>
          )}
        </div>
      </PageContent>
      {isRunning(job) ? (
        <WizardFooter>{back}</WizardFooter>
      ) : (
        <StartFooter job={job} level={place.level} config={config} back={back} />
      )}
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

function Checked({ job, level, children }: { job: BulkJob; level: Level; children: ReactNode }) {
  if (job.failure !== null) return <ErrorPanel title="The check stopped" text={job.failure} />
  return (
    <>
      <StepHeading title="Review the import">
        {`All ${numberText(job.rowsRead)} rows of ${job.fileName ?? 'the file'} were checked. Nothing changes until you start.`}
      </StepHeading>
      {children}
      <PlannedExtras job={job} level={level} />
      <LinkedRows job={job} />
      <OutcomeTabs job={jobOfRows(job)} level={level} />
    </>
  )
}

function startLabel(job: BulkJob, level: Level): string {
  const rows = importableRows(job)
  if (rows > 0) return `Import ${countText(rows, level.name)}`
  const { missingChanged } = job.findings
  return missingChanged > 0 ? `Change ${countText(missingChanged, level.name)}` : 'Nothing to import'
}

type StartFooterProps = {
  job: BulkJob
  level: Level
  config: ImportConfig
  back: ReactNode
}

function StartFooter({ job, level, config, back }: StartFooterProps) {
  const go = useGo()
  const queryClient = useQueryClient()
  const rows = importableRows(job)
  const left = job.counts.refused + job.counts.conflict
  const start = useMutation({
    mutationFn: () => startImport(level, config),
    onSuccess(started) {
      if (config.uploadId) forgetCheck(config.uploadId)
      void queryClient.invalidateQueries({ queryKey: [...jobsKey, 'history'] })
      go(paths.import(started.jobId), { replace: true })
    },
    onError: (error) => toast.error(errorText(error), { subject: 'import-start' }),
  })
  return (
    <WizardFooter note={left > 0 ? `${countText(left, 'row')} with problems will be skipped.` : null}>
      {back}
      <Button
        variant="primary"
        busy={start.isPending}
        disabled={rows + job.findings.missingChanged === 0 || job.failure !== null}
        onClick={() => start.mutate()}
      >
        {startLabel(job, level)}
      </Button>
    </WizardFooter>
  )
}
