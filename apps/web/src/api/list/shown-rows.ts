import type { Query, QueryClient } from '@tanstack/react-query'
import type { Level } from '@steward/contracts/level'
import type { RecordBody, RecordList } from '@steward/contracts/record'
import { readRecords, recordId, recordListsKey, type RecordView } from '../records.ts'
import { patchHeld } from './patch-held.ts'

/** What lists with the same columns show. */
type Shown = { views: RecordView[]; columns: readonly string[]; ids: Set<number> }

/** What the open lists of a level show of some records. */
export function shownIn(client: QueryClient, level: Level, ids: ReadonlySet<number>): Shown[] {
  const windows = client
    .getQueryCache()
    .findAll({ queryKey: recordListsKey(level), type: 'active' }) as unknown as Query<RecordList>[]
  const byColumns = new Map<string, Shown>()
  for (const { queryKey, state } of windows) {
    const view = queryKey[3] as RecordView
    const here = (state.data?.data ?? []).map((record) => recordId(level, record)).filter((id) => ids.has(id))
    if (here.length === 0) continue
    const key = JSON.stringify(view.columns)
    const shown = byColumns.get(key) ?? { views: [], columns: view.columns, ids: new Set() }
    shown.views.push(view)
    for (const id of here) shown.ids.add(id)
    byColumns.set(key, shown)
  }
  return [...byColumns.values()]
}

/** Reads what the open lists show of the parents and the owner of a record. */
export async function readRelated(client: QueryClient, level: Level, id: number): Promise<void> {
  for (const { views, columns } of shownIn(client, level, new Set([id]))) {
    if (!columns.some((column) => column.includes('.'))) continue
    const [read] = await readRecords(level, [id], columns)
    const relatedFields = read?.relatedFields
    const renewed = (held: RecordBody) => (recordId(level, held) === id ? { ...held, relatedFields } : held)
    for (const view of views) {
      patchHeld<RecordList>(client, { queryKey: [...recordListsKey(level), view] }, (list) => ({
        ...list,
        data: list.data.map(renewed),
      }))
    }
  }
}
