import { Suspense, useEffect } from 'react'
import { useQuery } from '@tanstack/react-query'
import { ApiError } from '../../api/api-error.ts'
import { useCan } from '../../api/can.ts'
import { errorPanelProps } from '../../api/error-text.ts'
import { PageContent, PageFrame } from '../../components/page-frame.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { detectionQuery } from '../../entities/table-file/index.ts'
import { FileStep } from './file/file-step.tsx'
import { choicesOf, decide, subjectOf, useImportDraft, type Choices } from './wizard/import-draft.ts'
import { ReadStep } from './read/read-step.tsx'
import { WholeFile } from './read/whole-file.tsx'
import { StepSkeleton } from './wizard/step-skeleton.tsx'
import { useWizardPlace, type MoveTo, type WizardPlace } from './wizard/wizard-place.ts'
import { WizardFooter } from './wizard/wizard-footer.tsx'
import { WizardSteps } from './wizard/wizard-steps.tsx'

// The steps that most of the code belongs to come while the first two are being worked on.
const loadMapStep = () => import('./mapping/map-step.tsx')
const loadCheckStep = () => import('./check/check-step.tsx')
const MapStep = lazyPart(loadMapStep, 'MapStep')
const CheckStep = lazyPart(loadCheckStep, 'CheckStep')

/** File, read, map, check: from a spreadsheet to an import. */
export function ImportWizardPage() {
  const may = useCan()
  const [place, moveTo] = useWizardPlace()
  useEffect(() => {
    void loadMapStep()
    void loadCheckStep()
  }, [])
  return (
    <PageFrame title="New import">
      <PageHeader title="New import" breadcrumb={[{ label: 'Imports', to: paths.imports }]} />
      {may('bulk.run') ? (
        <>
          <WizardSteps place={place} />
          {place.step === 'file' || !place.upload ? (
            <FileStep place={place} moveTo={moveTo} />
          ) : (
            <Suspense fallback={<StepSkeleton label="Loading the step" />}>
              <FileSteps key={place.upload} upload={place.upload} place={place} moveTo={moveTo} />
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

/** Whether a file cannot be read because of a quote in it, which reading quotes as text gets past. */
function isAboutQuotes(error: Error): boolean {
  return error instanceof ApiError && /\bquotes?\b/.test(error.fields?.['file'] ?? '')
}

/** The steps that work on a file that is on the server. */
function FileSteps({ upload, place, moveTo }: { upload: string; place: WizardPlace; moveTo: MoveTo }) {
  const [draft, change] = useImportDraft(upload)
  const {
    data: detection,
    error,
    refetch,
    isFetching,
  } = useQuery(detectionQuery(upload, place.level, draft.settings))
  if (error && !isFetching) {
    return (
      <>
        <PageContent>
          <ErrorPanel
            title="The file could not be read"
            {...errorPanelProps(error)}
            onRetry={() => void refetch()}
          />
        </PageContent>
        <WizardFooter>
          <Button onClick={() => moveTo({ step: 'file' })}>Back</Button>
          {isAboutQuotes(error) && draft.settings.quote !== '' && (
            <Button
              variant="primary"
              onClick={() => {
                change({ settings: { ...draft.settings, quote: '' } })
                moveTo({ step: 'read' })
              }}
            >
              Read without quotes
            </Button>
          )}
        </WizardFooter>
      </>
    )
  }
  if (!detection) return <StepSkeleton label="Reading the file" />
  const choices = choicesOf(draft, place.level, detection)
  const shared = { place, moveTo, detection, choices }
  if (place.step === 'read') {
    return (
      <ReadStep
        {...shared}
        busy={isFetching}
        settings={draft.settings}
        onChange={(settings) => change({ settings })}
      />
    )
  }
  if (detection.reading) return <WholeFile reading={detection.reading} moveTo={moveTo} />
  const choose = (part: Partial<Choices>) =>
    change({ ...decide(draft, choices, part), subject: subjectOf(place.level, detection) })
  if (place.step === 'map') return <MapStep {...shared} onChoose={choose} />
  return (
    <CheckStep
      {...shared}
      checked={draft.checked}
      onChecked={(checked) => change({ checked })}
      onChoose={choose}
    />
  )
}
