import { IconInfoCircle } from '@tabler/icons-react'
import { PageContent } from '../../../components/page-frame.tsx'
import { ReadSettings, readingText, SampleTable } from '../../../entities/table-file/index.ts'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { Spinner } from '../../../ui/spinner.tsx'
import type { Detection, TableSettings } from '../bulk.calls.ts'
import { ReadingProgress } from './whole-file.tsx'
import { StepHeading } from '../wizard/step-heading.tsx'
import { WizardFooter } from '../wizard/wizard-footer.tsx'
import type { MoveTo } from '../wizard/wizard-place.ts'

type ReadStepProps = {
  detection: Detection
  settings: Partial<TableSettings>
  onChange: (settings: Partial<TableSettings>) => void
  busy: boolean
  moveTo: MoveTo
  /** Leads to importing several sheets of the workbook together. */
  onRelated?: (() => void) | undefined
}

/** What was understood of the file, to be corrected where it is wrong. */
export function ReadStep({ detection, settings, onChange, busy, moveTo, onRelated }: ReadStepProps) {
  const isEmpty = detection.sample.length === 0
  return (
    <>
      <PageContent className="px-4 py-6">
        <div className="mx-auto flex max-w-280 flex-col gap-6">
          <StepHeading title="Check how the file is read">{readingText(detection)}</StepHeading>
          {detection.reading && <ReadingProgress reading={detection.reading} />}
          <div className="grid grid-cols-1 gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,360px)]">
            <section aria-label="How the file is read">
              <ReadSettings
                detection={detection}
                onChange={(change) => onChange({ ...settings, ...change })}
              />
            </section>
            <div className="flex flex-col gap-3 self-start">
              <Notes notes={detection.notes} />
              {detection.sheets.length > 1 && onRelated && (
                <Button size="sm" className="self-start" onClick={onRelated}>
                  Import several sheets together
                </Button>
              )}
            </div>
          </div>
          <section aria-label="First rows" className={cx('flex flex-col gap-2', busy && 'opacity-60')}>
            <h3 className="flex items-center gap-2 font-semibold">
              The first {detection.sample.length} rows
              {busy && <Spinner size={14} label="Reading the file again" />}
            </h3>
            <SampleTable detection={detection} />
          </section>
        </div>
      </PageContent>
      <WizardFooter
        note={
          isEmpty ? 'There are no rows to import. Correct the settings above, or choose another file.' : null
        }
      >
        <Button onClick={() => moveTo({ step: 'file' })}>Back</Button>
        <Button variant="primary" disabled={busy || isEmpty} onClick={() => moveTo({ step: 'map' })}>
          Next: map the columns
        </Button>
      </WizardFooter>
    </>
  )
}

function Notes({ notes }: { notes: readonly string[] }) {
  if (notes.length === 0) return null
  return (
    <ul className="flex flex-col gap-2 self-start rounded-card bg-sunken p-3 text-label text-2">
      {notes.map((note) => (
        <li key={note} className="flex items-start gap-2">
          <IconInfoCircle size={14} className="mt-px shrink-0 text-info" aria-hidden />
          {note}
        </li>
      ))}
    </ul>
  )
}
