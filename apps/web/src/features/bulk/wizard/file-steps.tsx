import { useQuery } from '@tanstack/react-query'
import type { ImportConfig } from '@steward/contracts/sheet'
import { ApiError } from '../../../api/api-error.ts'
import { errorPanelProps } from '../../../api/error-text.ts'
import { PageContent } from '../../../components/page-frame.tsx'
import { detectionQuery, type Detection } from '../../../entities/table-file/index.ts'
import { Button } from '../../../ui/button.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { ReadStep } from '../read/read-step.tsx'
import { WholeFile } from '../read/whole-file.tsx'
import { decideOn, useSavedMappings } from '../saved/use-saved-mappings.ts'
import {
  configOf,
  subjectOf,
  useImportDraft,
  type ChangeDraft,
  type Choices,
  type ImportDraft,
} from './import-draft.ts'
import { StepSkeleton } from './step-skeleton.tsx'
import { WizardFooter } from './wizard-footer.tsx'
import type { MoveTo, WizardPlace } from './wizard-place.ts'

// The steps that most of the code belongs to come while the first two are being worked on.
export const loadMapStep = () => import('../mapping/map-step.tsx')
export const loadCheckStep = () => import('../check/check-step.tsx')
const MapStep = lazyPart(loadMapStep, 'MapStep')
const CheckStep = lazyPart(loadCheckStep, 'CheckStep')

/** Whether a file cannot be read because of a quote in it, which reading quotes as text gets past. */
function isAboutQuotes(error: Error): boolean {
  return error instanceof ApiError && /\bquotes?\b/.test(error.fields?.['file'] ?? '')
}

type FileStepsProps = {
  upload: string
  /** By what the decisions about the file, or about one of its sheets, are remembered. */
  draftKey: string
  sheet?: string | null
  place: WizardPlace
  moveTo: MoveTo
  onRelated?: () => void
  /** The text of the button of the map step, where it doesn't start a check of this file. */
  next?: string
  /** Gets the decisions when the map step is left for the next one. */
  onMapped?: (config: ImportConfig) => void
}

/** The steps that work on a file that is on the server. */
export function FileSteps({
  upload,
  draftKey,
  sheet = null,
  place,
  moveTo,
  onRelated,
  ...mapped
}: FileStepsProps) {
  const [draft, change] = useImportDraft(draftKey, sheet === null ? {} : { sheet })
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
        onRelated={onRelated}
      />
    )
  }
  if (detection.reading) return <WholeFile reading={detection.reading} moveTo={moveTo} />
  return (
    <MappedSteps
      place={place}
      moveTo={moveTo}
      detection={detection}
      draft={draft}
      change={change}
      {...mapped}
    />
  )
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
} & Pick<FileStepsProps, 'next' | 'onMapped'>

/** The steps that work on where the columns go: as saved, suggested or chosen. */
function MappedSteps({ place, moveTo, detection, draft, change, next, onMapped }: MappedStepsProps) {
  const saved = useSavedMappings(place.level)
  if (saved.isLoading) return <StepSkeleton label="Loading the mappings" />
  const subject = subjectOf(place.level, detection)
  const remembered = saved.choicesOf(draft, detection)
  const { choices, applied, earlier } = remembered
  const shared = { place, moveTo, detection, choices }
  const choose = (part: Partial<Choices>) => change({ ...decideOn(draft, remembered, part), subject })
  if (place.step === 'map') {
    return (
      <MapStep
        {...shared}
        next={next}
        moveTo={(to, options) => {
          if (to.step === 'check') onMapped?.(configOf(detection, choices))
          moveTo(to, options)
        }}
        onChoose={choose}
        mappings={saved.mappings}
        applied={applied}
        earlier={earlier}
        onApply={(mapping) =>
          change({
            // Fields that were made for this file stay its own, so that its undo knows them.
            choices: { ...saved.choicesFor(mapping, detection), newFields: choices.newFields },
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
