import { PageContent } from '../../../components/page-frame.tsx'
import { Button } from '../../../ui/button.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { numberText } from '../../../ui/reader.ts'
import type { Detection } from '../bulk.calls.ts'
import { StepHeading } from '../wizard/step-heading.tsx'
import { WizardFooter } from '../wizard/wizard-footer.tsx'
import type { MoveTo } from '../wizard/wizard-place.ts'

type WholeFileProps = { reading: NonNullable<Detection['reading']>; moveTo: MoveTo }

/** The progress of reading a long file. */
export function ReadingProgress({ reading: { share, rows } }: Pick<WholeFileProps, 'reading'>) {
  const percent = Math.floor(share * 100)
  return (
    <div className="flex flex-col gap-3 rounded-card border border-line p-4">
      <p className="tabular flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <span>
          <span className="text-name font-semibold">{numberText(rows)}</span>
          <span className="text-2"> rows read</span>
        </span>
        <span className="text-label text-2">{percent}%</span>
      </p>
      <ProgressBar label="Reading the file" value={percent} />
    </div>
  )
}

/** Columns are matched once all of their values have been seen. */
export function WholeFile({ reading, moveTo }: WholeFileProps) {
  return (
    <>
      <PageContent className="px-4 py-6">
        <div className="mx-auto flex max-w-280 flex-col gap-6">
          <StepHeading title="Reading the whole file">
            Fields and types are suggested once every row has been read.
          </StepHeading>
          <ReadingProgress reading={reading} />
        </div>
      </PageContent>
      <WizardFooter>
        <Button onClick={() => moveTo({ step: 'read' })}>Back</Button>
      </WizardFooter>
    </>
  )
}
