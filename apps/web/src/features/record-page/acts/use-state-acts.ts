import { useQueryClient } from '@tanstack/react-query'
import { overviewQuery } from '../../../entities/overview/index.ts'
import { useRecordScreen } from '../../../entities/record-screen/index.ts'
import { childLevels } from '../child-levels.ts'
import { useRecordActs } from './use-record-acts.ts'
import { numberText } from '../../../ui/reader.ts'

/** What is asked before it is done. */
export type Question = 'move' | 'archive' | 'churn' | 'picture'

/** "2 accounts and 5 contacts" that hang under the record, as far as it is known; empty when none. */
export function useChildrenText(): string {
  const { level, id } = useRecordScreen()
  const client = useQueryClient()
  const counts = client.getQueryData(overviewQuery(level, id).queryKey)?.counts
  const counted = childLevels(level).flatMap((child) => {
    const count = counts?.[child.plural as keyof typeof counts] ?? 0
    return count > 0 ? [`${numberText(count)} ${count === 1 ? child.name : child.plural}`] : []
  })
  return new Intl.ListFormat('en', { type: 'conjunction' }).format(counted)
}

/** What has records under it is asked about first, and so is a churn; everything else goes at once and can be undone. */
export function useStateActs(onAsk: (question: Question) => void) {
  const { record } = useRecordScreen()
  const { entityArchived, churned } = record.globalFields
  const acts = useRecordActs()
  const children = useChildrenText()
  return {
    archive: () => (!entityArchived && children ? onAsk('archive') : void acts.archive(!entityArchived)),
    churn: () => (churned ? void acts.unchurn() : onAsk('churn')),
  }
}
