import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { ResponseFilters } from '@steward/contracts/survey/response'
import type { QuestionResult } from '@steward/contracts/survey/result'
import { errorPanelProps } from '../../../api/error-text.ts'
import { Badge } from '../../../ui/badge.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { numberText } from '../../../ui/reader.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { resultsQuery } from '../response.calls.ts'
import { ResultBars } from './result-bars.tsx'
import { LatestTexts } from './latest-texts.tsx'
import { TextsDrawer } from './texts.drawer.tsx'
import { reachText } from './result.rules.ts'
import { NoResponses } from './no-responses.tsx'

type QuestionResultsProps = { surveyId: number; filters: ResponseFilters }

/** What people answered to each question, in the order of the survey. */
export function QuestionResults({ surveyId, filters }: QuestionResultsProps) {
  const { data, error, refetch } = useQuery(resultsQuery(surveyId, filters))
  const [opened, setOpened] = useState<QuestionResult>()
  if (!data) {
    if (error) return <ErrorPanel {...errorPanelProps(error)} onRetry={() => void refetch()} />
    return <Skeleton className="m-4 h-60" />
  }
  if (data.responses === 0)
    return (
      <NoResponses filters={filters}>
        The answers to each question are counted here as soon as someone finishes the survey.
      </NoResponses>
    )
  return (
    <>
      <ol aria-label="Questions" className="grid items-start gap-4 p-4 xl:grid-cols-2">
        {data.questions.map((result, at) => (
          <li key={`${result.key} ${result.lastVersion} ${result.type}`}>
            <Question at={at} result={result} onShowAll={() => setOpened(result)} />
          </li>
        ))}
      </ol>
      {opened && (
        <TextsDrawer
          surveyId={surveyId}
          filters={filters}
          question={opened}
          onClose={() => setOpened(undefined)}
        />
      )}
    </>
  )
}

type QuestionProps = { at: number; result: QuestionResult; onShowAll: () => void }

function Question({ at, result, onShowAll }: QuestionProps) {
  const id = `survey-question-${at}`
  const { type, text, isRemoved, lastVersion, answered, latest } = result
  return (
    <section aria-labelledby={id} className="flex min-w-0 flex-col gap-3 rounded-card border border-line p-4">
      <header className="flex flex-col gap-1">
        <h2 id={id} className="font-medium wrap-anywhere">
          {text}
        </h2>
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-label text-2">
          {isRemoved && <Badge>Removed, last in version {numberText(lastVersion)}</Badge>}
          <span>{reachText(result)}</span>
        </p>
      </header>
      <Figures result={result} />
      {latest ? (
        <LatestTexts texts={latest} question={text} total={answered} onShowAll={onShowAll} />
      ) : (
        <ResultBars result={result} labelledBy={id} />
      )}
      {type === 'multipleChoice' && (
        <p className="text-label text-2">
          Share of the people who answered. They can choose more than one, so the shares can add up to more
          than 100%.
        </p>
      )}
    </section>
  )
}

const rounded = (value: number): string => numberText(Math.round(value * 100) / 100)

function Figures({ result: { type, average, median } }: { result: QuestionResult }) {
  if (average === null) return null
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-2">
      <Figure term="Average" value={rounded(average)} />
      {type === 'number' && median !== null && <Figure term="Median" value={rounded(median)} />}
    </dl>
  )
}

function Figure({ term, value }: { term: string; value: string }) {
  return (
    <div>
      <dt className="text-label text-2">{term}</dt>
      <dd className="tabular text-title font-semibold">{value}</dd>
    </div>
  )
}
