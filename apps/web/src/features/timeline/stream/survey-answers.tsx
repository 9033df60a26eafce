import type { SurveyItemDetails } from '@steward/contracts/timeline'
import { AppLink } from '../../../components/app-link.tsx'
import { paths } from '../../../paths.ts'

/** What someone answered to a survey, with the way to all responses; the score is in the title. */
export function SurveyAnswers({ details }: { details: SurveyItemDetails }) {
  const { surveyId, surveyName, score, answers } = details
  const others = answers.filter(({ answer }) => answer !== String(score))
  return (
    <div className="mt-1 flex max-w-3xl flex-col gap-1">
      {others.length > 0 && (
        <dl className="flex flex-col gap-1">
          {others.map(({ question, answer }) => (
            <div key={question}>
              <dt className="text-label text-3">{question}</dt>
              <dd className="whitespace-pre-line wrap-anywhere">{answer}</dd>
            </div>
          ))}
        </dl>
      )}
      <AppLink
        to={paths.survey(surveyId)}
        aria-label={`All responses to ${surveyName}`}
        data-print="off"
        className="-ml-1 self-start rounded-chip px-1 py-0.5 text-label font-medium text-accent-text hover:underline"
      >
        All responses
      </AppLink>
    </div>
  )
}
