import { useMemo } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { Level } from '@steward/contracts/level'
import type { RecordList } from '@steward/contracts/record'
import { type RecordView, recordWindowQuery } from '../../../entities/record/index.ts'
import { withIds } from '../../../entities/rule/index.ts'

export const stageField = 'system:lifecycleStageId'

/**
 * The list whose totals are in the figures. While it is filtered by stage that is the same list
 * without this filter, so that the other stages keep their numbers and can be chosen.
 */
export function useStageCounts(
  level: Level,
  view: RecordView,
  chosen: readonly number[],
  head: RecordList | undefined,
): RecordList | undefined {
  const filtered = chosen.length > 0
  const around = useMemo(() => ({ ...view, filter: withIds(view.filter, stageField, []) }), [view])
  const { data } = useQuery({ ...recordWindowQuery(level, around, 1), enabled: filtered })
  return filtered ? data : head
}
