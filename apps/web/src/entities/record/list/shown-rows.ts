import type { Query, QueryClient } from '@tanstack/react-query'
import type { Level } from '@steward/contracts/level'
import type { RecordBody, RecordList } from '@steward/contracts/record'
import { readRecords, recordId, recordListsKey, type RecordView } from '../record.calls.ts'
import { patchHeld } from './patch-held.ts'

/** A record as an open list holds it. */
type ShownRow = { view: RecordView; record: RecordBody }

/** Some records as the open lists of a level hold them, each once for every window that it is in. */
export function shownIn(client: QueryClient, level: Level, ids: ReadonlySet<number>): ShownRow[] {
  const windows = client
    .getQueryCache()
    .findAll({ queryKey: recordListsKey(level), type: 'active' }) as unknown as Query<RecordList>[]
  return windows.flatMap(({ queryKey, state }) => {
    const here = (state.data?.data ?? []).filter((record) => ids.has(recordId(level, record)))
    return here.map((record) => ({ view: queryKey[3] as RecordView, record }))
  })
}

/** The columns of all lists that rows are shown in. */
export function columnsOf(rows: readonly ShownRow[]): string[] {
  return [...new Set(rows.flatMap(({ view }) => view.columns))]
}

/**
 * Reads what the open lists show of the parents and the owner of a record. An answer that is older than what is held
 * changes nothing.
 */
export async function readRelated(client: QueryClient, level: Level, id: number): Promise<void> {
  const rows = shownIn(client, level, new Set([id]))
  const columns = columnsOf(rows)
  if (!columns.some((column) => column.includes('.'))) return
  const [read] = await readRecords(level, [id], columns)
  if (!read) return
  const { version, relatedFields } = read
  const isRenewed = (held: RecordBody) => recordId(level, held) === id && held.version <= version
  for (const { view } of rows) {
    patchHeld<RecordList>(client, { queryKey: [...recordListsKey(level), view] }, (list) => {
      const index = list.data.findIndex(isRenewed)
      if (index === -1) return list
      return { ...list, data: list.data.with(index, { ...list.data[index]!, relatedFields }) }
    })
  }
}
