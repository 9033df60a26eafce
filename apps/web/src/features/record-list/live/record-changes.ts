import type { QueryClient } from '@tanstack/react-query'
import type { ChangeNotice } from '@steward/contracts/change-feed'
import { levels, levelOf, type Level } from '@steward/contracts/level'
import type { RecordBody } from '@steward/contracts/record'
import { levelFieldsQuery } from '../../../entities/field/index.ts'
import {
  columnsOf,
  flashRecord,
  historyKey,
  patchRecord,
  readRecords,
  recordChildrenKey,
  recordId,
  recordListsKey,
  recordQuery,
  recordTotalsKey,
  renewFigures,
  shownIn,
  tellChange,
} from '../../../entities/record/index.ts'
import type { LiveHandlers } from '../../../feature.ts'
import { isOutOfPlace } from './out-of-place.ts'

/** A list holds the columns that it shows; a page holds them all, and reads itself again. */
function renewed(held: RecordBody, now: RecordBody): RecordBody {
  if (held.version >= now.version) return held
  return { ...held, ...now, customFields: { ...held.customFields, ...now.customFields } }
}

/**
 * Shows records as they are now where they are newer than what is held. Gives those that may no longer belong where
 * they are shown.
 */
function take(client: QueryClient, level: Level, records: readonly RecordBody[]): number[] {
  const fields = client.getQueryData(levelFieldsQuery(level).queryKey) ?? []
  const byId = new Map(records.map((record) => [recordId(level, record), record]))
  const rows = shownIn(client, level, new Set(byId.keys())).map(({ view, record: held }) => {
    const id = recordId(level, held)
    return { id, view, held, now: renewed(held, byId.get(id)!) }
  })
  const news = rows.filter(({ held, now }) => now !== held)
  for (const [id, record] of byId) patchRecord(client, level, id, (held) => renewed(held, record))
  for (const id of new Set(news.map((row) => row.id))) requestAnimationFrame(() => flashRecord(level.id, id))
  return news.filter(({ view, held, now }) => isOutOfPlace(view, fields, held, now)).map(({ id }) => id)
}

/** What someone else did appears where it is shown, without moving anything. */
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
  const seen = new Set(shown.map(({ record }) => recordId(level, record)))
  if (seen.size > 0) {
    const now = await readRecords(level, [...seen], columnsOf(shown))
    for (const misplaced of take(client, level, now)) seen.delete(misplaced)
    renewFigures(client, level)
  }
  for (const record of records) {
    void client.invalidateQueries({ queryKey: recordQuery(level, record).queryKey })
    void client.invalidateQueries({ queryKey: historyKey(level, record) })
  }
  tellChange({ level: id, records: records.filter((record) => !seen.has(record)), by })
}

/** No one knows what was missed: pages read themselves again, and lists offer to. */
function applyReset(client: QueryClient): void {
  for (const level of levels) {
    void client.invalidateQueries({ queryKey: ['records', level.name, 'one'] })
    void client.invalidateQueries({ queryKey: recordChildrenKey(level) })
    void client.invalidateQueries({ queryKey: recordListsKey(level), refetchType: 'none' })
    tellChange({ level: level.id, records: null, by: null })
  }
}

export const recordChanges: LiveHandlers = { changed: applyChange, reset: applyReset }
