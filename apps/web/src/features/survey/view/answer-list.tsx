import type { SurveyChannel } from '@steward/contracts/plain/survey'
import { agoText, exactText } from '../../../components/time-text.ts'
import { channelLabels } from '../survey-words.tsx'

type AnswerListProps = {
  answers: readonly { key: string; question: string; answer: string }[]
  channel: SurveyChannel
  answeredAt: string
}

/** The answers of a response, with how and when they came. */
export function AnswerList({ answers, channel, answeredAt }: AnswerListProps) {
  return (
    <>
      {answers.length > 0 && (
        <dl className="flex flex-col gap-1">
          {answers.map(({ key, question, answer }) => (
            <div key={key}>
              <dt className="text-label text-2">{question}</dt>
              <dd dir="auto" className="wrap-anywhere whitespace-pre-line">
                {answer}
              </dd>
            </div>
          ))}
        </dl>
      )}
      <p className="text-label text-2">
        {channelLabels[channel]} ·{' '}
        <time dateTime={answeredAt} data-tooltip={exactText(answeredAt)}>
          {agoText(answeredAt)}
        </time>
      </p>
    </>
  )
}
