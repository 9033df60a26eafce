import type { Survey } from '@steward/contracts/survey/survey'
import { AppLink } from '../../../components/app-link.tsx'
import { paths } from '../../../paths.ts'
import { cx } from '../../../ui/cx.ts'
import { numberText } from '../../../ui/reader.ts'
import { HiddenHeader, TableHead } from '../../../ui/table-head.tsx'
import { countText, percentText, rateOf, scoreText, StateBadge, typeText } from '../survey-words.tsx'
import { SurveyMenu } from './survey-menu.tsx'

const columns = 'md:grid-cols-[minmax(0,1fr)_5rem_5.5rem_6rem_6rem_6rem_5rem_2.5rem]'

type SurveyTableProps = { surveys: readonly Survey[]; onDelete: (survey: Survey) => void }

/** A table from 768 px on; below, each survey is a card. */
export function SurveyTable({ surveys, onDelete }: SurveyTableProps) {
  return (
    <div role="table" aria-label="Surveys" className="min-w-0">
      <TableHead className={cx('gap-x-4', columns)}>
        <span role="columnheader">Name</span>
        <span role="columnheader">Type</span>
        <span role="columnheader">State</span>
        <RightHead>Asked</RightHead>
        <RightHead>Responses</RightHead>
        <RightHead>Rate</RightHead>
        <RightHead>Score</RightHead>
        <HiddenHeader>Actions</HiddenHeader>
      </TableHead>
      <div role="rowgroup">
        {surveys.map((survey) => (
          <Row key={survey.surveyId} survey={survey} onDelete={onDelete} />
        ))}
      </div>
    </div>
  )
}

function RightHead({ children }: { children: string }) {
  return (
    <span role="columnheader" className="text-right">
      {children}
    </span>
  )
}

function Row({ survey, onDelete }: { survey: Survey; onDelete: (survey: Survey) => void }) {
  const { surveyId, name, type, state, hasUnpublishedChanges, publishedVersion, figures } = survey
  const isPublished = publishedVersion !== null
  const rate = rateOf(figures.answered, figures.asked)
  return (
    <div
      role="row"
      className={cx(
        'grid grid-cols-[minmax(0,1fr)_auto_2.5rem] items-center gap-x-4 gap-y-1 border-b border-line px-4 py-2.5',
        columns,
      )}
    >
      <div role="cell" className="min-w-0">
        <AppLink
          to={isPublished ? paths.survey(surveyId) : paths.editSurvey(surveyId)}
          className="block truncate font-medium hover:underline"
        >
          {name}
        </AppLink>
        {isPublished && hasUnpublishedChanges && <p className="text-label text-2">Changes not published</p>}
      </div>
      <div role="cell" className="text-2 max-md:order-4 max-md:col-span-3 max-md:text-label">
        {typeText(type)}
        <span className="tabular md:hidden">
          {askedText(figures.asked)}
          {` · ${numberText(figures.responses)} responses`}
          {rate !== null && ` (${percentText(rate)})`}
          {figures.score !== null && ` · score ${scoreText(type, figures.score)}`}
        </span>
      </div>
      <div role="cell">
        <StateBadge state={state} />
      </div>
      <Figure>{countText(figures.asked)}</Figure>
      <Figure>{numberText(figures.responses)}</Figure>
      <Figure>{percentText(rate)}</Figure>
      <Figure strong>{scoreText(type, figures.score)}</Figure>
      <div role="cell" className="flex justify-end max-md:order-3">
        <SurveyMenu survey={survey} onDelete={() => onDelete(survey)} />
      </div>
    </div>
  )
}

const askedText = (asked: number | null): string => (asked ? ` · ${numberText(asked)} asked` : '')

/** A number; cards say it in a line. */
function Figure({ strong, children }: { strong?: boolean; children: string }) {
  return (
    <div role="cell" className={cx('tabular text-right max-md:hidden', strong && 'font-medium')}>
      {children}
    </div>
  )
}
