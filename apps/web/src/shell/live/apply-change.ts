import type { QueryClient } from '@tanstack/react-query'
import type { ChangeNotice } from '@steward/contracts/change-feed'
import { levels, levelOf, type Level } from '@steward/contracts/level'
import type { RecordBody } from '@steward/contracts/record'
import { levelFieldsQuery } from '../../api/fields.ts'
import { patchRecord, recordChildrenKey } from '../../api/record-cache.ts'
import { renewFigures } from '../../api/list/list-figures.ts'
import { recordTotalsKey } from '../../api/list/record-totals.ts'
import { shownIn } from '../../api/list/shown-rows.ts'
import { historyKey } from '../../api/record-history.ts'
import { readRecords, recordId, recordListsKey, recordQuery, type RecordView } from '../../api/records.ts'
import { flashRecord, tellChange } from '../../components/live/live-changes.ts'
import { isOutOfPlace } from './out-of-place.ts'

/**
 * Shows records as they are now where they are newer than what is held. Gives those that may no longer belong where
 * they are shown.
 */
function take(
  client: QueryClient,
  level: Level,
  views: readonly RecordView[],
  records: readonly RecordBody[],
): number[] {
  const fields = client.getQueryData(levelFieldsQuery(level).queryKey) ?? []
  const misplaced = new Set<number>()
  for (const record of records) {
    const id = recordId(level, record)
    let isNews = false
    patchRecord(client, level, id, (held) => {
      if (held.version >= record.version) return held
      isNews = true
      // A list holds the columns that it shows; a page holds them all, and reads itself anew.
      const next = { ...held, ...record, customFields: { ...held.customFields, ...record.customFields } }
      if (views.some((view) => isOutOfPlace(view, fields, held, next))) misplaced.add(id)
      return next
    })
    if (isNews) requestAnimationFrame(() => flashRecord(level.id, id))
  }
  return [...misplaced]
}

/** What somebody else did appears where it is shown, without moving anything. */
export async function applyChange(
  client: QueryClient,
  { level: id, records, by }: ChangeNotice,
): Promise<void> {
  const level = levelOf(id)
  void client.invalidateQueries({ queryKey: recordChildrenKey(level) })
  void client.invalidateQueries({ queryKey: recordListsKey(level), refetchType: 'none' })
  void client.invalidateQueries({ queryKey: recordTotalsKey(level) })
  if (records === null) {
    void client.invalidateQueries({ queryKey: ['records', level.name, 'one'] })
    return tellChange({ level: id, records, by })
  }
  const shown = shownIn(client, level, new Set(records))
  const seen = new Set(shown.flatMap(({ ids }) => [...ids]))
  for (const { views, columns, ids } of shown) {
    const now = await readRecords(level, [...ids], columns)
    for (const misplaced of take(client, level, views, now)) seen.delete(misplaced)
  }
  if (shown.length > 0) renewFigures(client, level)
  for (const record of records) {
    void client.invalidateQueries({ queryKey: recordQuery(level, record).queryKey })
    void client.invalidateQueries({ queryKey: historyKey(level, record) })
  }
  tellChange({ level: id, records: records.filter((record) => !seen.has(record)), by })
}

/** Nobody knows what was missed: pages read themselves anew, and lists offer to. */
export function applyReset(client: QueryClient): void {
  for (const level of levels) {
    void client.invalidateQueries({ queryKey: ['records', level.name, 'one'] })
    void client.invalidateQueries({ queryKey: recordChildrenKey(level) })
    void client.invalidateQueries({ queryKey: recordListsKey(level), refetchType: 'none' })
    tellChange({ level: level.id, records: null, by: null })
  }
}
