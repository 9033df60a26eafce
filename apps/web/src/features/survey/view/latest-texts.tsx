import type { LatestText } from '@steward/contracts/survey/result'
import { AppLink } from '../../../components/app-link.tsx'
import { agoText, exactText } from '../../../components/time-text.ts'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import { numberText } from '../../../ui/reader.ts'

type LatestTextsProps = {
  texts: readonly LatestText[]
  question: string
  /** How many there are. */
  total: number
  onShowAll: () => void
}

/** The latest answers to a question that is answered with a text, and the way to all. */
export function LatestTexts({ texts, question, total, onShowAll }: LatestTextsProps) {
  if (texts.length === 0) return <p className="text-2">No answers yet.</p>
  return (
    <>
      <TextList texts={texts} label={`Latest answers to ${question}`} />
      {total > texts.length && (
        <Button size="sm" className="self-start" onClick={onShowAll}>
          Show all {numberText(total)}
        </Button>
      )}
    </>
  )
}

export function TextList({ texts, label }: { texts: readonly LatestText[]; label: string }) {
  return (
    <ul aria-label={label} className="divide-y divide-line">
      {texts.map(({ responseId, text, contact, claimedName, answeredAt }) => (
        <li key={responseId} className="flex flex-col gap-0.5 py-2 first:pt-0 last:pb-0">
          <p dir="auto" className="wrap-anywhere whitespace-pre-line">
            {text}
          </p>
          <p className="text-label text-2">
            {contact ? (
              <AppLink to={paths.record('contacts', contact.id)} className="font-medium hover:underline">
                {contact.name}
              </AppLink>
            ) : (
              (claimedName ?? 'Unknown person')
            )}{' '}
            ·{' '}
            <time dateTime={answeredAt} data-tooltip={exactText(answeredAt)}>
              {agoText(answeredAt)}
            </time>
          </p>
        </li>
      ))}
    </ul>
  )
}
