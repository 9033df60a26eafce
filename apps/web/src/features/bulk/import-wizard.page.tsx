import { Suspense, useEffect } from 'react'
import { useCan } from '../../api/can.ts'
import { PageContent, PageFrame } from '../../components/page-frame.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { useGo } from '../../components/go.ts'
import { paths } from '../../paths.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FileStep } from './file/file-step.tsx'
import { FileSteps, loadCheckStep, loadMapStep } from './wizard/file-steps.tsx'
import { relatedAddress } from './related/related-place.ts'
import { StepSkeleton } from './wizard/step-skeleton.tsx'
import { addressOf, useWizardPlace, wizardSteps, type WizardPlace } from './wizard/wizard-place.ts'
import { WizardSteps } from './wizard/wizard-steps.tsx'

export { RelatedFilesPage } from './related/related-files.tsx'

/** File, read, map, check: from a spreadsheet to an import. */
export function ImportWizardPage() {
  const may = useCan()
  const [place, moveTo] = useWizardPlace()
  const go = useGo()
  useEffect(() => {
    void loadMapStep()
    void loadCheckStep()
  }, [])
  return (
    <PageFrame title="New import">
      <PageHeader title="New import" breadcrumb={[{ label: 'Imports', to: paths.imports }]} />
      {may('bulk.run') ? (
        <>
          <WizardSteps
            steps={wizardSteps}
            current={place.step}
            addressOf={(step) =>
              place.upload ? addressOf({ ...place, step: step as WizardPlace['step'] }) : null
            }
          />
          {place.step === 'file' || !place.upload ? (
            <FileStep place={place} moveTo={moveTo} />
          ) : (
            <Suspense fallback={<StepSkeleton label="Loading the step" />}>
              <FileSteps
                key={place.upload}
                upload={place.upload}
                draftKey={place.upload}
                place={place}
                moveTo={moveTo}
                onRelated={() => go(relatedAddress({ step: 'files', at: 0, add: place.upload }))}
              />
            </Suspense>
          )}
        </>
      ) : (
        <PageContent>
          <EmptyState kind="no-permission" title="You don't have permission to import">
            Ask an administrator to import the file or to change your role.
          </EmptyState>
        </PageContent>
      )}
    </PageFrame>
  )
}
