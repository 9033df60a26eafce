import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { type LevelField, levelFieldsQuery } from '../../../entities/field/index.ts'
import { errorPanelProps } from '../../../api/error-text.ts'
import { PageContent } from '../../../components/page-frame.tsx'
import { Button } from '../../../ui/button.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import type { Detection } from '../bulk.calls.ts'
import { missingFields, targetsOf } from './column-target.ts'
import { DefaultsSection } from './defaults-section.tsx'
import { problemsOf } from './mapping-problems.ts'
import { CreateFields } from './create-fields.tsx'
import type { Choices, Choose } from '../wizard/import-draft.ts'
import { MadeNameOffer } from './made-name-offer.tsx'
import { MappingList } from './mapping-list.tsx'
import { MatchingSection } from './matching-section.tsx'
import { SavedMappings, type SavedMappingsProps } from '../saved/saved-mappings.tsx'
import { StepHeading } from '../wizard/step-heading.tsx'
import { StepSkeleton } from '../wizard/step-skeleton.tsx'
import { WizardFooter } from '../wizard/wizard-footer.tsx'
import type { MoveTo, WizardPlace } from '../wizard/wizard-place.ts'
import { numberText } from '../../../ui/reader.ts'

type MapStepProps = {
  place: WizardPlace
  moveTo: MoveTo
  detection: Detection
  choices: Choices
  onChoose: Choose
  /** The text of the button, where it doesn't start a check of this file. */
  next?: string | undefined
} & Pick<SavedMappingsProps, 'mappings' | 'applied' | 'earlier' | 'onApply'>

/** Which column fills which field, and which record a row is about. */
export function MapStep(props: MapStepProps) {
  const { data: fields, error, refetch } = useQuery(levelFieldsQuery(props.place.level))
  if (error) {
    return (
      <PageContent>
        <ErrorPanel {...errorPanelProps(error)} onRetry={() => void refetch()} />
      </PageContent>
    )
  }
  if (!fields) return <StepSkeleton label="Loading the fields" />
  return <Mapping {...props} targets={targetsOf(props.place.level, fields)} />
}

function mappedSentence(mapped: number, all: number): string {
  if (mapped === all) return 'Every column is matched.'
  const verb = mapped === 1 ? 'goes' : 'go'
  return `${numberText(mapped)} of ${numberText(all)} columns ${verb} to a field. The others are skipped.`
}

function Mapping({
  place,
  moveTo,
  detection,
  choices,
  onChoose,
  targets,
  next = 'check the rows',
  ...saved
}: MapStepProps & { targets: LevelField[] }) {
  const problems = problemsOf(choices, targets)
  // Fields that were created for many columns at once leave nothing to decide, so their rows fold again.
  const [batches, setBatches] = useState(0)
  const all = detection.columns.length
  const mapped = choices.columns.slice(0, all).filter(({ target }) => target !== null).length
  return (
    <>
      <PageContent className="px-4 py-4">
        <div className="mx-auto flex max-w-280 flex-col gap-5">
          <MatchingSection
            level={place.level}
            detection={detection}
            choices={choices}
            targets={targets}
            onChoose={onChoose}
          >
            <SavedMappings level={place.level} detection={detection} choices={choices} {...saved} />
          </MatchingSection>
          <section className="flex flex-col gap-3">
            <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
              <StepHeading title="Match columns to fields">{mappedSentence(mapped, all)}</StepHeading>
              <CreateFields
                level={place.level}
                detection={detection}
                choices={choices}
                onChoose={onChoose}
                onCreated={() => setBatches(batches + 1)}
              />
            </div>
            <MadeNameOffer level={place.level} detection={detection} choices={choices} onChoose={onChoose} />
            <MappingList
              key={`${saved.applied?.mappingId ?? 0} ${batches}`}
              level={place.level}
              detection={detection}
              choices={choices}
              targets={targets}
              onChoose={onChoose}
            />
          </section>
          {choices.mode !== 'update' && (
            <DefaultsSection
              level={place.level}
              missing={missingFields(targets, choices.columns)}
              targets={targets}
              choices={choices}
              onChoose={onChoose}
            />
          )}
        </div>
      </PageContent>
      <WizardFooter
        note={
          problems[0] && (
            <span role="status" className="text-poor">
              {problems.length > 1 ? `${problems[0]} And ${problems.length - 1} more.` : problems[0]}
            </span>
          )
        }
      >
        <Button onClick={() => moveTo({ step: 'read' })}>Back</Button>
        <Button variant="primary" disabled={problems.length > 0} onClick={() => moveTo({ step: 'check' })}>
          Next: {next}
        </Button>
      </WizardFooter>
    </>
  )
}
