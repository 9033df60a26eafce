import type { BulkJob } from '@steward/contracts/bulk'
import { PageContent } from '../../../components/page-frame.tsx'
import { Button } from '../../../ui/button.tsx'
import { numberText } from '../../../ui/reader.ts'
import { filesOf, previewBundle, startBundle, type BundlePart } from '../bulk.calls.ts'
import { CheckFrame } from '../check/check-frame.tsx'
import { StartFooter } from '../check/start-footer.tsx'
import { useCheck } from '../check/use-check.ts'
import { countText, importableRows } from '../job-words.ts'
import { StepHeading } from '../wizard/step-heading.tsx'
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

/** Shows what the files would do together, before anything changes. */
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
  const check = useCheck({
    asked,
    known: checked?.asked === asked ? checked.jobId : null,
    start: () => previewBundle(parts),
    onStarted: (jobId) => change(() => ({ checked: { jobId, asked } })),
  })
  const { ended } = check
  const onBack = () => moveTo({ step: 'map', at: parts.length - 1 })
  return (
    <CheckFrame
      check={check}
      onBack={onBack}
      footer={
        ended && (
          <StartFooter
            job={ended}
            onBack={onBack}
            label={startLabel(ended)}
            start={() => startBundle(parts)}
            onStarted={forgetRelated}
          />
        )
      }
    >
      {ended && <Result job={ended} draft={draft} change={change} />}
    </CheckFrame>
  )
}

function startLabel(job: BulkJob): string {
  const changes = importableRows(job) + job.findings.missingChanged
  return changes === 0 ? 'Nothing to import' : `Import ${countText(changes, 'record')}`
}

function Result({ job, draft, change }: { job: BulkJob } & Pick<CheckRelatedProps, 'draft' | 'change'>) {
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
