import type { Query, QueryClient } from '@tanstack/react-query'
import type { Level } from '@steward/contracts/level'
import type { RecordBody, RecordList } from '@steward/contracts/record'
import { readRecords, recordId, recordListsKey, type RecordView } from '../records.ts'

type Shown = { view: RecordView; ids: Set<number> }

/** What the open lists of a level show of some records. */
export function shownIn(client: QueryClient, level: Level, ids: ReadonlySet<number>): Shown[] {
  const windows = client
    .getQueryCache()
    .findAll({ queryKey: recordListsKey(level), type: 'active' }) as unknown as Query<RecordList>[]
  const views = new Map<string, Shown>()
  for (const { queryKey, state } of windows) {
    const view = queryKey[3] as RecordView
    const here = (state.data?.data ?? []).map((record) => recordId(level, record)).filter((id) => ids.has(id))
    if (here.length === 0) continue
    const key = JSON.stringify(view.columns)
    const shown = views.get(key) ?? { view, ids: new Set() }
    for (const id of here) shown.ids.add(id)
    views.set(key, shown)
  }
  return [...views.values()]
}

/** Reads what the open lists show of the parents and the owner of a record. */
export async function readRelated(client: QueryClient, level: Level, id: number): Promise<void> {
  for (const { view } of shownIn(client, level, new Set([id]))) {
    if (!view.columns.some((column) => column.includes('.'))) continue
    const [read] = await readRecords(level, [id], view.columns)
    const relatedFields = read?.relatedFields
    const renewed = (held: RecordBody) => (recordId(level, held) === id ? { ...held, relatedFields } : held)
    client.setQueriesData<RecordList>(
      { queryKey: [...recordListsKey(level), view] },
      (list) => list && { ...list, data: list.data.map(renewed) },
    )
  }
}
