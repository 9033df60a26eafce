import { useQuery } from '@tanstack/react-query'
import type { RecordResponse, RecordSurveys as Surveys } from '@steward/contracts/survey/record'
import { levelOf } from '@steward/contracts/level'
import { errorPanelProps } from '../../../api/error-text.ts'
import { AppLink } from '../../../components/app-link.tsx'
import { useRecordScreen } from '../../../entities/record-screen/index.ts'
import { paths } from '../../../paths.ts'
import { Badge } from '../../../ui/badge.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { numberText } from '../../../ui/reader.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { recordSurveysQuery } from '../response.calls.ts'
import { groupLabels, groupTones, scoreText, typeText } from '../survey-words.tsx'
import { AnswerList } from '../view/answer-list.tsx'
import { TrendLine, TrendTable } from '../view/trend-chart.tsx'
import { marksOf } from '../view/trend.rules.ts'

/** The survey responses of a record and of the contacts below it. */
export function RecordSurveys() {
  const { id, record } = useRecordScreen()
  const { data, error, refetch } = useQuery(recordSurveysQuery(id))
  if (!data && error) return <ErrorPanel {...errorPanelProps(error)} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="m-4 h-40" />
  if (data.surveys.length === 0) {
    return (
      <EmptyState kind="nothing" title="No survey responses yet">
        What {record.globalFields.name} answers to your surveys appears here, with the NPS over time.
      </EmptyState>
    )
  }
  return (
    <div className="flex flex-col gap-6 p-4 md:p-6">
      <div className="grid gap-6 lg:grid-cols-2">
        {data.nps.responses > 0 && <Nps nps={data.nps} />}
        <Answered surveys={data.surveys} />
      </div>
      <Latest responses={data.responses} />
    </div>
  )
}

function Nps({ nps }: Pick<Surveys, 'nps'>) {
  const { score, interval, responses, trend } = nps
  const marks = marksOf('nps', trend)
  return (
    <section aria-labelledby="record-nps" className="flex min-w-0 flex-col gap-3">
      <h2 id="record-nps" className="font-medium">
        NPS
      </h2>
      <p>
        <span className="tabular block text-hero font-semibold">{scoreText('nps', score)}</span>
        <span className="text-label text-2">
          {interval
            ? `${scoreText('nps', interval.low)} to ${scoreText('nps', interval.high)} with 95% confidence, `
            : ''}
          {numberText(responses)} {responses === 1 ? 'response' : 'responses'}
        </span>
      </p>
      {marks.length > 1 && <TrendLine type="nps" marks={marks} period="quarter" />}
      <TrendTable type="nps" marks={marks} period="quarter" />
    </section>
  )
}

function Answered({ surveys }: Pick<Surveys, 'surveys'>) {
  return (
    <section aria-labelledby="record-surveys" className="min-w-0">
      <h2 id="record-surveys" className="mb-2 font-medium">
        Surveys
      </h2>
      <table className="w-full text-left">
        <thead className="text-label text-2">
          <tr>
            <th className="py-1 font-medium">Survey</th>
            <th className="py-1 text-right font-medium">Responses</th>
            <th className="py-1 text-right font-medium">Score</th>
          </tr>
        </thead>
        <tbody>
          {surveys.map(({ surveyId, name, type, complete, score }) => (
            <tr key={surveyId} className="border-t border-line">
              <th scope="row" className="py-1.5 pr-3 font-normal wrap-anywhere">
                <AppLink to={paths.survey(surveyId)} className="font-medium hover:underline">
                  {name}
                </AppLink>{' '}
                <span className="text-label text-2">{typeText(type)}</span>
              </th>
              <td className="tabular py-1.5 text-right">{numberText(complete)}</td>
              <td className="tabular py-1.5 pl-3 text-right">{scoreText(type, score)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Latest({ responses }: Pick<Surveys, 'responses'>) {
  return (
    <section aria-labelledby="record-responses">
      <h2 id="record-responses" className="mb-2 font-medium">
        Latest responses
      </h2>
      <ul aria-label="Responses" className="divide-y divide-line border-y border-line">
        {responses.map((response) => (
          <ResponseItem key={response.responseId} response={response} />
        ))}
      </ul>
    </section>
  )
}

function ResponseItem({ response }: { response: RecordResponse }) {
  const { score, group, answers, contact, surveyId, surveyName, channel, answeredAt } = response
  const { id } = useRecordScreen()
  const others = answers
    .filter(({ answer }) => answer !== String(score))
    .map((line) => ({ ...line, key: line.question }))
  return (
    <li className="flex items-start gap-4 py-3">
      <span className="tabular w-8 shrink-0 text-title font-semibold">
        {score === null ? '' : numberText(score)}
      </span>
      <div className="flex min-w-0 flex-1 flex-col gap-1.5">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          {contact && contact.id !== id && (
            <AppLink
              to={paths.record(levelOf(contact.level).plural, contact.id)}
              className="font-medium hover:underline"
            >
              {contact.name}
            </AppLink>
          )}
          <AppLink to={paths.survey(surveyId)} className="text-2 hover:underline">
            {surveyName}
          </AppLink>
          {group && <Badge tone={groupTones[group]}>{groupLabels[group]}</Badge>}
        </p>
        <AnswerList answers={others} channel={channel} answeredAt={answeredAt} />
      </div>
    </li>
  )
}
