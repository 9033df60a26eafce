import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { levels, type Level } from '@steward/contracts/level'
import type { RecordBody, RecordList } from '@steward/contracts/record'
import { historyKey } from './record-history.calls.ts'
import { renewFigures } from './list/list-figures.ts'
import { patchHeld } from './list/patch-held.ts'
import { recordTotalsKey } from './list/record-totals.calls.ts'
import { readRelated } from './list/shown-rows.ts'
import { boardsKey, overviewsKey, recordId, recordListsKey, recordQuery } from './record.calls.ts'

type Change = (record: RecordBody) => RecordBody

/** Lists of the records that hang under another one, whatever that is. */
export function recordChildrenKey(level: Level) {
  return ['records', level.name, 'children'] as const
}

function changeIn(list: RecordList, level: Level, id: number, change: Change): RecordList {
  const index = list.data.findIndex((record) => recordId(level, record) === id)
  const record = list.data[index]
  if (!record) return list
  const next = change(record)
  return next === record ? list : { ...list, data: list.data.with(index, next) }
}

function changeInPages(
  lists: InfiniteData<RecordList>,
  level: Level,
  id: number,
  change: Change,
): InfiniteData<RecordList> {
  const pages = lists.pages.map((list) => changeIn(list, level, id, change))
  return pages.every((list, index) => list === lists.pages[index]) ? lists : { ...lists, pages }
}

/** Shows a change of one record at once, wherever the record is held: on its page and in every window. */
export function patchRecord(client: QueryClient, level: Level, id: number, change: Change): void {
  patchHeld(client, { queryKey: recordQuery(level, id).queryKey, exact: true }, change)
  patchHeld<RecordList>(client, { queryKey: recordListsKey(level) }, (list) =>
    changeIn(list, level, id, change),
  )
  patchHeld<InfiniteData<RecordList>>(client, { queryKey: recordChildrenKey(level) }, (lists) =>
    changeInPages(lists, level, id, change),
  )
}

function changeAll(list: RecordList, level: Level, changes: ReadonlyMap<number, Change>): RecordList {
  const data = list.data.map((record) => changes.get(recordId(level, record))?.(record) ?? record)
  return data.every((record, index) => record === list.data[index]) ? list : { ...list, data }
}

/** Shows changes of many records in every window of their lists, each of which is gone through once. */
export function patchRecords(client: QueryClient, level: Level, changes: ReadonlyMap<number, Change>): void {
  patchHeld<RecordList>(client, { queryKey: recordListsKey(level) }, (list) =>
    changeAll(list, level, changes),
  )
}

/** Whether a record has the owner and the parents that it had, whose fields lists show beside it. */
function sameRelations({ globalFields: one }: RecordBody, { globalFields: other }: RecordBody): boolean {
  return (
    one.owners[0]?.id === other.owners[0]?.id &&
    one.organization?.id === other.organization?.id &&
    one.account?.id === other.account?.id
  )
}

/** The levels whose records hang under those of a level, and show what those are. */
const below = (level: Level) => (level.id < 3 ? levels.slice(level.id) : [])

/**
 * Takes what the server answered, wherever the record is held. An answer that is older than what is held changes
 * nothing. `before`: the record as it was, where what is held shows the change already.
 */
export function putRecord(
  client: QueryClient,
  level: Level,
  answer: RecordBody,
  before = client.getQueryData(recordQuery(level, recordId(level, answer)).queryKey),
): void {
  const id = recordId(level, answer)
  // Fields of parents and of the owner come with lists only.
  patchRecord(client, level, id, (held) => (held.version > answer.version ? held : { ...held, ...answer }))
  if (before && !sameRelations(before, answer)) {
    void client.invalidateQueries({ queryKey: recordListsKey(level), refetchType: 'none' })
    // What cannot be read now comes when the list is shown next.
    readRelated(client, level, id).catch(() => undefined)
  }
  void client.invalidateQueries({ queryKey: historyKey(level, id) })
  void client.invalidateQueries({ queryKey: recordTotalsKey(level) })
  // A board on the screen shows what was done on it.
  void client.invalidateQueries({ queryKey: boardsKey(level), type: 'inactive', refetchType: 'none' })
  for (const { name } of below(level)) {
    void client.invalidateQueries({ queryKey: ['records', name], refetchType: 'none' })
  }
  renewFigures(client, level)
}

/** Asks again for everything that may look different once records of a level came, went or moved. */
export function refreshRecords(client: QueryClient, level: Level): Promise<void> {
  void client.invalidateQueries({ queryKey: overviewsKey })
  for (const { name } of below(level)) void client.invalidateQueries({ queryKey: ['records', name] })
  return client.invalidateQueries({ queryKey: ['records', level.name] })
}
