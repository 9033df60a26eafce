import { useQuery } from '@tanstack/react-query'
import { Field } from '../../../ui/field.tsx'
import { NumberField } from '../../../ui/number-field.tsx'
import { Select } from '../../../ui/select.tsx'
import type { NodeSettings, PanelProps } from './node-kind.ts'
import { surveyChoicesQuery } from './survey-choice.calls.ts'

type Loose = { surveyId?: number | null; scoreFrom?: number | null; scoreTo?: number | null }

/** Which answers a scenario follows: of one survey or any, with a score in a range. */
export function SurveyFields({ settings, fault, onChange }: PanelProps) {
  const { data = [] } = useQuery(surveyChoicesQuery)
  const { surveyId = null, scoreFrom = null, scoreTo = null } = settings as Loose
  return (
    <>
      <Field label="Survey" error={fault('surveyId')}>
        <Select<number>
          value={surveyId}
          options={data.map((survey) => ({ value: survey.surveyId, label: survey.name }))}
          placeholder="Any survey"
          clearable
          onChange={(next) => onChange({ surveyId: next })}
        />
      </Field>
      <div className="flex gap-3">
        <Field label="Score from" className="flex-1" error={fault('scoreFrom')}>
          <NumberField
            value={scoreFrom}
            placeholder="Any"
            onChange={(next) => onChange({ scoreFrom: next })}
          />
        </Field>
        <Field label="Score to" className="flex-1" error={fault('scoreTo')}>
          <NumberField value={scoreTo} placeholder="Any" onChange={(next) => onChange({ scoreTo: next })} />
        </Field>
      </div>
    </>
  )
}

export function scoreText(settings: NodeSettings): string {
  const { scoreFrom = null, scoreTo = null } = settings as Loose
  if (scoreFrom === null && scoreTo === null) return ''
  if (scoreTo === null) return ` with a score of at least ${scoreFrom}`
  if (scoreFrom === null) return ` with a score of at most ${scoreTo}`
  return ` with a score from ${scoreFrom} to ${scoreTo}`
}
