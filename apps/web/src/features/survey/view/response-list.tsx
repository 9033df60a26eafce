import { useState } from 'react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { IconTrash } from '@tabler/icons-react'
import { levels } from '@steward/contracts/level'
import { scoreKey, type SurveyType } from '@steward/contracts/plain/survey'
import type { ResponseFilters, SurveyResponse } from '@steward/contracts/survey/response'
import type { SurveyVersion } from '@steward/contracts/survey/survey'
import type { LinkedRecord } from '@steward/contracts/timeline'
import { useCan } from '../../../api/can.ts'
import { errorPanelProps } from '../../../api/error-text.ts'
import { AppLink } from '../../../components/app-link.tsx'
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx'
import { paths } from '../../../paths.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { deleteResponse, responsesQuery } from '../response.calls.ts'
import { surveyVersionsQuery, useSurveyAct } from '../survey.calls.ts'
import { groupLabels, groupTones, scoreText } from '../survey-words.tsx'
import { AnswerList } from './answer-list.tsx'
import { answerLines } from './answer-text.ts'
import { NoResponses } from './no-responses.tsx'

type ResponseListProps = { surveyId: number; type: SurveyType; filters: ResponseFilters }

/** The responses, the latest first. */
export function ResponseList({ surveyId, type, filters }: ResponseListProps) {
  const list = useInfiniteQuery(responsesQuery(surveyId, filters))
  const { data: versions } = useQuery(surveyVersionsQuery(surveyId))
  const [deleted, setDeleted] = useState<SurveyResponse>()
  const responses = list.data?.pages.flatMap(({ data }) => data)
  if (!responses || !versions) {
    if (list.error) return <ErrorPanel {...errorPanelProps(list.error)} onRetry={() => void list.refetch()} />
    return <Skeleton className="m-4 h-40" />
  }
  if (responses.length === 0)
    return (
      <NoResponses filters={filters}>
        They are here as soon as someone answers, and on the timelines of the contact and the account.
      </NoResponses>
    )
  return (
    <>
      <ul aria-label="Responses" className="divide-y divide-line">
        {responses.map((response) => (
          <ResponseItem
            key={response.responseId}
            {...{ type, response, versions }}
            onDelete={() => setDeleted(response)}
          />
        ))}
      </ul>
      {list.hasNextPage && (
        <div className="p-4">
          <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
      {deleted && (
        <DeleteResponse surveyId={surveyId} response={deleted} onClose={() => setDeleted(undefined)} />
      )}
    </>
  )
}

function RecordName({ record }: { record: LinkedRecord }) {
  const level = levels.find(({ id }) => id === record.level)
  if (!level) return <span>{record.name}</span>
  return (
    <AppLink to={paths.record(level.plural, record.id)} className="font-medium hover:underline">
      {record.name}
    </AppLink>
  )
}

function Score({ type, score }: { type: SurveyType; score: number | null }) {
  return (
    <span className="tabular w-10 shrink-0 text-title font-semibold">
      {score === null ? '' : scoreText(type === 'csat' ? 'custom' : type, score)}
    </span>
  )
}

type ResponseItemProps = {
  type: SurveyType
  response: SurveyResponse
  versions: readonly SurveyVersion[]
  onDelete: () => void
}

function ResponseItem({ type, response, versions, onDelete }: ResponseItemProps) {
  const mayEdit = useCan()('survey.edit')
  const { score, group, isComplete, contact, account, claimedName, channel, answeredAt } = response
  const who = contact?.name ?? claimedName ?? 'Unknown person'
  return (
    <li className="flex items-start gap-4 px-4 py-3">
      {type !== 'custom' && <Score type={type} score={score} />}
      <div className="flex min-w-0 flex-1 flex-col gap-1.5">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          {contact ? <RecordName record={contact} /> : <span className="font-medium">{who}</span>}
          {account && (
            <span className="text-2">
              at <RecordName record={account} />
            </span>
          )}
          {group && <Badge tone={groupTones[group]}>{groupLabels[group]}</Badge>}
          {!isComplete && <Badge>Not finished</Badge>}
        </p>
        <AnswerList
          // The score has its place beside them; a custom survey has none.
          answers={answerLines(response, versions).filter(({ key }) => type === 'custom' || key !== scoreKey)}
          channel={channel}
          answeredAt={answeredAt}
        />
      </div>
      {mayEdit && (
        <IconButton
          size="sm"
          label={`Delete the response of ${who}`}
          icon={<IconTrash aria-hidden />}
          onClick={onDelete}
        />
      )}
    </li>
  )
}

type DeleteResponseProps = { surveyId: number; response: SurveyResponse; onClose: () => void }

function DeleteResponse({ surveyId, response, onClose }: DeleteResponseProps) {
  const remove = useSurveyAct(
    () => deleteResponse(surveyId, response.responseId),
    () => 'Response deleted',
  )
  return (
    <ConfirmDialog
      open
      danger
      onOpenChange={(open) => !open && onClose()}
      title="Delete this response?"
      description="It leaves the score and the timelines. This can’t be undone."
      action="Delete"
      onConfirm={async () => {
        await remove.mutateAsync(undefined)
        onClose()
      }}
    />
  )
}
