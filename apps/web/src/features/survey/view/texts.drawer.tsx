import { useInfiniteQuery } from '@tanstack/react-query'
import type { ResponseFilters, SurveyResponse } from '@steward/contracts/survey/response'
import type { LatestText, QuestionResult } from '@steward/contracts/survey/result'
import { errorPanelProps } from '../../../api/error-text.ts'
import { Button } from '../../../ui/button.tsx'
import { Drawer } from '../../../ui/drawer.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { responsesQuery } from '../response.calls.ts'
import { TextList } from './latest-texts.tsx'

type TextsDrawerProps = {
  surveyId: number
  filters: ResponseFilters
  question: Pick<QuestionResult, 'key' | 'text'>
  onClose: () => void
}

const textOf = (
  key: string,
  { responseId, answers, contact, claimedName, answeredAt }: SurveyResponse,
): LatestText => ({
  responseId,
  text: String(answers[key]),
  contact,
  claimedName,
  answeredAt,
})

/** All texts that answer a question, the latest first. */
export function TextsDrawer({ surveyId, filters, question: { key, text }, onClose }: TextsDrawerProps) {
  const list = useInfiniteQuery(responsesQuery(surveyId, { ...filters, answered: key, isComplete: true }))
  const responses = list.data?.pages.flatMap(({ data }) => data)
  return (
    <Drawer open onOpenChange={(open) => !open && onClose()} title={text}>
      <div className="flex flex-col gap-4 p-4">
        {!responses && list.error && (
          <ErrorPanel {...errorPanelProps(list.error)} onRetry={() => void list.refetch()} />
        )}
        {!responses && !list.error && <Skeleton className="h-40 w-full" />}
        {responses && (
          <TextList texts={responses.map((response) => textOf(key, response))} label={`Answers to ${text}`} />
        )}
        {list.hasNextPage && (
          <Button
            busy={list.isFetchingNextPage}
            className="self-start"
            onClick={() => void list.fetchNextPage()}
          >
            Show more
          </Button>
        )}
      </div>
    </Drawer>
  )
}
