import { useEffect } from 'react'
import type { BulkJob } from '@steward/contracts/bulk'
import type { ImportConfig } from '@steward/contracts/sheet'
import type { Level } from '@steward/contracts/level'
import { numberText } from '../../../ui/reader.ts'
import { jobOfRows, startImport, startPreview, type Detection } from '../bulk.calls.ts'
import { countText, importableRows } from '../job-words.ts'
import { configOf, forgetCheck, type Choices, type Choose, type ImportDraft } from '../wizard/import-draft.ts'
import { StepHeading } from '../wizard/step-heading.tsx'
import type { MoveTo, WizardPlace } from '../wizard/wizard-place.ts'
import { CausesSection } from './causes-section.tsx'
import { CheckFrame } from './check-frame.tsx'
import { ColumnsLeftOut } from './columns-left-out.tsx'
import { Findings } from './findings.tsx'
import { LinkedRows } from './linked-rows.tsx'
import { OutcomeTabs } from './outcome-tabs.tsx'
import { PlannedExtras } from './planned-extras.tsx'
import { StartFooter } from './start-footer.tsx'
import { useCheck } from './use-check.ts'

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
  const { level } = place
  const check = usePreview(props, config)
  const { ended } = check
  const onBack = () => moveTo({ step: 'map' })
  return (
    <CheckFrame
      check={check}
      onBack={onBack}
      footer={
        ended && (
          <StartFooter
            job={ended}
            onBack={onBack}
            label={startLabel(ended, level)}
            start={() => startImport(level, config)}
            onStarted={() => config.uploadId && forgetCheck(config.uploadId)}
          />
        )
      }
    >
      {ended && (
        <>
          <StepHeading title="Review the import">
            {`All ${numberText(ended.rowsRead)} rows of ${ended.fileName ?? 'the file'} were checked. Nothing changes until you start.`}
          </StepHeading>
          <Findings job={ended} detection={detection} choices={choices} />
          <ColumnsLeftOut level={level} detection={detection} choices={choices} onChoose={onChoose} />
          <CausesSection job={ended} level={level} choices={choices} onChoose={onChoose} />
          <PlannedExtras job={ended} level={level} />
          <LinkedRows job={ended} />
          <OutcomeTabs job={jobOfRows(ended)} level={level} />
        </>
      )}
    </CheckFrame>
  )
}

function startLabel(job: BulkJob, level: Level): string {
  const rows = importableRows(job)
  if (rows > 0) return `Import ${countText(rows, level.name)}`
  const { missingChanged } = job.findings
  return missingChanged > 0 ? `Change ${countText(missingChanged, level.name)}` : 'Nothing to import'
}
