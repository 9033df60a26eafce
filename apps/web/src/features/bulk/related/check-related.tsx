import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { BulkJob } from '@steward/contracts/bulk'
import { errorText } from '../../../api/error-text.ts'
import { useGo } from '../../../components/go.ts'
import { PageContent } from '../../../components/page-frame.tsx'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { numberText } from '../../../ui/reader.ts'
import { toast } from '../../../ui/toast-store.ts'
import { filesOf, isRunning, jobsKey, previewBundle, startBundle, type BundlePart } from '../bulk.calls.ts'
import { useCheck } from '../check/use-check.ts'
import { problemSentences } from '../check/config-problems.ts'
import { JobProgress } from '../job/job-progress.tsx'
import { ServerAway } from '../job/server-away.tsx'
import { countText, importableRows, problemRows } from '../job-words.ts'
import { StepHeading } from '../wizard/step-heading.tsx'
import { StepSkeleton } from '../wizard/step-skeleton.tsx'
import { WizardFooter } from '../wizard/wizard-footer.tsx'
import { PartSection } from './part-section.tsx'
import {
  forgetRelated,
  importedTables,
  partsOf,
  withTable,
  type ChangeRelated,
  type RelatedDraft,
} from './related-draft.ts'
import type { MoveRelated } from './related-place.ts'

type CheckRelatedProps = { draft: RelatedDraft; change: ChangeRelated; moveTo: MoveRelated }

/** What the files would do together, before anything changes. */
export function CheckRelated(props: CheckRelatedProps) {
  const parts = partsOf(props.draft)
  const { moveTo } = props
  if (parts) return <Check {...props} parts={parts} />
  const open = importedTables(props.draft).findIndex(({ config }) => config === null)
  return (
    <>
      <PageContent className="px-4 py-6">
        <div className="mx-auto flex max-w-280 flex-col gap-6">
          <StepHeading title="A file is not mapped yet">
            Choose where its columns go. Then all files are checked together.
          </StepHeading>
        </div>
      </PageContent>
      <WizardFooter>
        <Button variant="primary" onClick={() => moveTo({ step: 'map', at: Math.max(0, open) })}>
          Map the columns
        </Button>
      </WizardFooter>
    </>
  )
}

function Check({ draft, change, moveTo, parts }: CheckRelatedProps & { parts: readonly BundlePart[] }) {
  const { checked } = draft
  const asked = JSON.stringify(parts)
  const { job, isAway, error, retry } = useCheck({
    asked,
    known: checked?.asked === asked ? checked.jobId : null,
    start: () => previewBundle(parts),
    onStarted: (jobId) => change(() => ({ checked: { jobId, asked } })),
  })
  const back = <Button onClick={() => moveTo({ step: 'map', at: parts.length - 1 })}>Back</Button>
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
        <div className="mx-auto flex max-w-280 flex-col gap-8">
          {isRunning(job) ? (
            <>
              <StepHeading title="Checking every row">
                Nothing changes yet. You can go back and correct a mapping meanwhile.
              </StepHeading>
              <JobProgress job={job} label="Checking" />
              {isAway && <ServerAway />}
            </>
          ) : (
            <Checked job={job} draft={draft} change={change} />
          )}
        </div>
      </PageContent>
      {isRunning(job) ? (
        <WizardFooter>{back}</WizardFooter>
      ) : (
        <WizardFooter note={noteOf(job)}>
          {back}
          <StartButton job={job} parts={parts} />
        </WizardFooter>
      )}
    </>
  )
}

function Checked({ job, draft, change }: { job: BulkJob } & Pick<CheckRelatedProps, 'draft' | 'change'>) {
  if (job.failure !== null) return <ErrorPanel title="The check stopped" text={job.failure} />
  const files = filesOf(job)
  return (
    <>
      <StepHeading title="Review the import">
        {`All ${numberText(job.rowsRead)} rows of ${countText(files.length, 'file')} were checked. Nothing changes until you start.`}
      </StepHeading>
      {importedTables(draft).map((table) => (
        <PartSection
          key={table.level}
          table={table}
          job={job}
          onConfig={(config) => change((before) => withTable(before, table, { config }))}
        />
      ))}
    </>
  )
}

function noteOf(job: BulkJob): string | null {
  const left = problemRows(job)
  return left > 0 ? `${countText(left, 'row')} with problems will be skipped.` : null
}

function StartButton({ job, parts }: { job: BulkJob; parts: readonly BundlePart[] }) {
  const go = useGo()
  const queryClient = useQueryClient()
  const rows = importableRows(job)
  const start = useMutation({
    mutationFn: () => startBundle(parts),
    onSuccess(started) {
      forgetRelated()
      void queryClient.invalidateQueries({ queryKey: [...jobsKey, 'history'] })
      go(paths.import(started.jobId), { replace: true })
    },
    onError: (error) => toast.error(errorText(error), { subject: 'import-start' }),
  })
  const changes = rows + job.findings.missingChanged
  return (
    <Button
      variant="primary"
      busy={start.isPending}
      disabled={changes === 0 || job.failure !== null}
      onClick={() => start.mutate()}
    >
      {changes === 0 ? 'Nothing to import' : `Import ${countText(changes, 'record')}`}
    </Button>
  )
}
