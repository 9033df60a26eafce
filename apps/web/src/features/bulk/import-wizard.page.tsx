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
import { detectionQuery, type Detection } from '../../entities/table-file/index.ts'
import { FileStep } from './file/file-step.tsx'
import {
  decide,
  subjectOf,
  useImportDraft,
  type ChangeDraft,
  type Choices,
  type ImportDraft,
} from './wizard/import-draft.ts'
import { useSavedMappings } from './saved/use-saved-mappings.ts'
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

type FileStepsProps = { upload: string; place: WizardPlace; moveTo: MoveTo }

/** The steps that work on a file that is on the server. */
function FileSteps({ upload, place, moveTo }: FileStepsProps) {
  const [draft, change] = useImportDraft(upload)
  const {
    data: detection,
    error,
    refetch,
    isFetching,
  } = useQuery(detectionQuery(upload, place.level, draft.settings))
  if (error && !isFetching) {
    return (
      <Unreadable
        error={error}
        draft={draft}
        change={change}
        moveTo={moveTo}
        onRetry={() => void refetch()}
      />
    )
  }
  if (!detection) return <StepSkeleton label="Reading the file" />
  if (place.step === 'read') {
    return (
      <ReadStep
        detection={detection}
        moveTo={moveTo}
        busy={isFetching}
        settings={draft.settings}
        onChange={(settings) => change({ settings })}
      />
    )
  }
  if (detection.reading) return <WholeFile reading={detection.reading} moveTo={moveTo} />
  return <MappedSteps place={place} moveTo={moveTo} detection={detection} draft={draft} change={change} />
}

type UnreadableProps = {
  error: Error
  draft: ImportDraft
  change: ChangeDraft
  moveTo: MoveTo
  onRetry: () => void
}

function Unreadable({ error, draft, change, moveTo, onRetry }: UnreadableProps) {
  return (
    <>
      <PageContent>
        <ErrorPanel title="The file could not be read" {...errorPanelProps(error)} onRetry={onRetry} />
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

type MappedStepsProps = {
  place: WizardPlace
  moveTo: MoveTo
  detection: Detection
  draft: ImportDraft
  change: ChangeDraft
}

/** The steps that work on where the columns go: as saved, suggested or chosen. */
function MappedSteps({ place, moveTo, detection, draft, change }: MappedStepsProps) {
  const saved = useSavedMappings(place.level)
  if (saved.isLoading) return <StepSkeleton label="Loading the mappings" />
  const subject = subjectOf(place.level, detection)
  const { choices, applied } = saved.choicesOf(draft, detection)
  const shared = { place, moveTo, detection, choices }
  const choose = (part: Partial<Choices>) =>
    change({ ...decide(draft, choices, part), mappingId: applied?.mappingId ?? null, subject })
  if (place.step === 'map') {
    return (
      <MapStep
        {...shared}
        onChoose={choose}
        mappings={saved.mappings}
        applied={applied}
        onApply={(mapping) =>
          change({
            choices: saved.choicesFor(mapping, detection),
            keyChosen: mapping !== null,
            mappingId: mapping?.mappingId ?? null,
            subject,
          })
        }
      />
    )
  }
  return (
    <CheckStep
      {...shared}
      checked={draft.checked}
      onChecked={(checked) => change({ checked })}
      onChoose={choose}
    />
  )
}
