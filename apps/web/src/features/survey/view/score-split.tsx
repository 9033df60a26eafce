import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { levelOf } from '@steward/contracts/level'
import type { SurveyType } from '@steward/contracts/plain/survey'
import type { SurveySplit } from '@steward/contracts/survey/response'
import { errorPanelProps } from '../../../api/error-text.ts'
import { levelFieldsQuery } from '../../../entities/field/index.ts'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { numberText } from '../../../ui/reader.ts'
import { Select } from '../../../ui/select.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { type SplitLevel, splitQuery } from '../response.calls.ts'
import { scoreText } from '../survey-words.tsx'

const splitLevels = [
  { value: 'account', label: 'Accounts' },
  { value: 'organization', label: 'Organizations' },
  { value: 'contact', label: 'Contacts' },
] as const

/** Fields that have few values, by which a score can be split. */
const splitTypes = new Set<string>([
  'singlePicklist',
  'user',
  'owner',
  'boolean',
  'lifecycleStage',
  'organization',
  'account',
])

/** The score by a field of those who answered. */
export function ScoreSplit({ surveyId, type }: { surveyId: number; type: SurveyType }) {
  const [level, setLevel] = useState<SplitLevel>('account')
  const [field, setField] = useState<string | null>(null)
  const { data: fields } = useQuery(levelFieldsQuery(levelOf(level)))
  const options = (fields ?? [])
    .filter(({ dataType }) => splitTypes.has(dataType))
    .map(({ name, displayName }) => ({ value: name, label: displayName }))
  return (
    <section
      aria-labelledby="survey-split"
      className="flex min-w-0 flex-col gap-3 border-line p-4 max-lg:border-t lg:border-l"
    >
      <div className="flex flex-wrap items-center gap-2">
        <h2 id="survey-split" className="mr-auto font-medium max-sm:w-full">
          Score by field
        </h2>
        <Select
          aria-label="Level"
          size="sm"
          className="w-36 max-sm:flex-1"
          value={level}
          options={splitLevels}
          onChange={(next) => {
            if (!next) return
            setLevel(next)
            setField(null)
          }}
        />
        <Select
          aria-label="Field"
          size="sm"
          className="w-44 max-sm:flex-1"
          value={field}
          options={options}
          placeholder="Choose a field"
          onChange={setField}
        />
      </div>
      {field === null ? (
        <p className="text-2">Choose a field to compare the scores of its values.</p>
      ) : (
        <Split key={`${level} ${field}`} {...{ surveyId, type, level, field }} />
      )}
    </section>
  )
}

type SplitProps = { surveyId: number; type: SurveyType; level: SplitLevel; field: string }

function Split({ surveyId, type, level, field }: SplitProps) {
  const { data, error } = useQuery(splitQuery(surveyId, level, field))
  if (error) return <ErrorPanel compact {...errorPanelProps(error)} />
  if (!data) return <Skeleton className="h-24 w-full" />
  if (data.length === 0) return <p className="text-2">No responses yet.</p>
  return (
    <table className="w-full text-left">
      <thead className="text-label text-2">
        <tr>
          <th className="py-1 font-medium">Value</th>
          <th className="py-1 text-right font-medium">Responses</th>
          <th className="py-1 text-right font-medium">Score</th>
          <th className="py-1 text-right font-medium">95% interval</th>
        </tr>
      </thead>
      <tbody>
        {data.map((row) => (
          <Row key={String(row.value)} type={type} row={row} />
        ))}
      </tbody>
    </table>
  )
}

function Row({ type, row: { label, responses, score, interval } }: { type: SurveyType; row: SurveySplit }) {
  return (
    <tr className="border-t border-line">
      <th scope="row" className="py-1.5 font-normal">
        {label}
      </th>
      <td className="tabular py-1.5 text-right">{numberText(responses)}</td>
      <td className="tabular py-1.5 text-right font-medium">{scoreText(type, score)}</td>
      <td className="tabular py-1.5 text-right text-2">
        {interval ? `${scoreText(type, interval.low)} to ${scoreText(type, interval.high)}` : '–'}
      </td>
    </tr>
  )
}
