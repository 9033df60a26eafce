import type { ReactNode } from 'react'
import type { SurveyType } from '@steward/contracts/plain/survey'
import type { SurveyStatBar } from '@steward/contracts/survey/response'
import { numberText } from '../../../ui/reader.ts'
import { percentText, scoreText } from '../survey-words.tsx'

const scoreNames: Readonly<Record<SurveyType, string>> = {
  nps: 'NPS',
  csat: 'Satisfied',
  ces: 'Average effort',
  custom: 'Score',
}

/** How many of those who were asked answered; who imports and open links reached is not known. */
function rateText({ asked, answered, complete }: SurveyStatBar): string | null {
  if (asked === null || answered === null) return null
  if (asked === 0) return complete > 0 ? 'Unknown for imports and open links' : 'No one asked yet'
  return `${numberText(answered)} of ${numberText(asked)} asked`
}

/** The score with its interval, the response rate and the counts. */
export function StatBar({ type, stats }: { type: SurveyType; stats: SurveyStatBar }) {
  const { score, interval, tooFew, responseRate, complete, partial, groups } = stats
  return (
    <section aria-label="Summary" className="flex flex-col gap-4 border-b border-line p-4">
      <dl className="flex flex-wrap gap-x-10 gap-y-4">
        {type !== 'custom' && (
          <Figure term={scoreNames[type]} value={scoreText(type, score)}>
            {interval &&
              `${scoreText(type, interval.low)} to ${scoreText(type, interval.high)} with 95% confidence`}
            {tooFew && complete > 0 && ' Fewer than 30 responses: it can still change a lot.'}
          </Figure>
        )}
        <Figure term="Response rate" value={percentText(responseRate)}>
          {rateText(stats)}
        </Figure>
        <Figure term="Responses" value={numberText(complete)}>
          {partial > 0 && `${numberText(partial)} more not finished`}
        </Figure>
      </dl>
      {groups && <GroupBar groups={groups} />}
    </section>
  )
}

function Figure({ term, value, children }: { term: string; value: string; children?: ReactNode }) {
  return (
    <div className="max-w-60">
      <dt className="text-label text-2">{term}</dt>
      <dd>
        <span className="tabular block text-hero font-semibold">{value}</span>
        <span className="text-label text-2">{children}</span>
      </dd>
    </div>
  )
}

type Groups = NonNullable<SurveyStatBar['groups']>

const parts: readonly { key: keyof Groups; label: string; fill: string }[] = [
  { key: 'promoters', label: 'Promoters', fill: 'bg-good' },
  { key: 'passives', label: 'Passives', fill: 'bg-average' },
  { key: 'detractors', label: 'Detractors', fill: 'bg-poor' },
]

/** The groups of an NPS survey as one bar; the numbers below say the same. */
function GroupBar({ groups }: { groups: Groups }) {
  const total = groups.promoters + groups.passives + groups.detractors
  if (total === 0) return null
  return (
    <div className="flex max-w-160 flex-col gap-2">
      <div aria-hidden className="flex h-3 gap-0.5 overflow-hidden rounded-full">
        {parts.map(({ key, fill }) => (
          <span key={key} className={fill} style={{ width: `${(100 * groups[key]) / total}%` }} />
        ))}
      </div>
      <ul className="flex flex-wrap gap-x-5 gap-y-1 text-label">
        {parts.map(({ key, label, fill }) => (
          <li key={key} className="flex items-center gap-1.5">
            <span aria-hidden className={`size-2 rounded-full ${fill}`} />
            {label}
            <span className="tabular text-2">
              {numberText(groups[key])} ({percentText((100 * groups[key]) / total)})
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
