import type { RecordBody, RecordList } from '@steward/contracts/record'
import { recordId, recordListsKey, recordWindowQuery, windowSize } from '../../../entities/record/index.ts'
import type { CellContext } from './cell-context.ts'

const callsAtOnce = 4

const pageOf = (row: number) => Math.floor(row / windowSize) + 1

function rowsOfPages(lists: readonly (RecordList | undefined)[], top: number, bottom: number) {
  const start = (pageOf(top) - 1) * windowSize
  return Array.from({ length: bottom - top + 1 }, (_, at) => {
    const row = top + at
    return lists[pageOf(row) - pageOf(top)]?.data[(row - start) % windowSize]
  })
}

const pagesOf = (top: number, bottom: number) =>
  Array.from({ length: pageOf(bottom) - pageOf(top) + 1 }, (_, at) => pageOf(top) + at)

/** The records of rows, if all of them are there. */
export function heldRows(
  { client, level, view }: CellContext,
  top: number,
  bottom: number,
): RecordBody[] | undefined {
  const lists = pagesOf(top, bottom).map((page) =>
    client.getQueryData(recordWindowQuery(level, view, page).queryKey),
  )
  const rows = rowsOfPages(lists, top, bottom)
  return rows.every((row) => row !== undefined) ? rows : undefined
}

/** A window of rows as it is shown, however old; one that never was in view is loaded. */
async function windowOf({ client, level, view }: CellContext, page: number): Promise<RecordList> {
  const query = recordWindowQuery(level, view, page)
  return client.getQueryData(query.queryKey) ?? client.fetchQuery(query)
}

/**
 * The records of rows, as the user sees them: what is written goes to those and to no others, whatever the list
 * holds by now. Those that were never in view are loaded first. A row that is gone is undefined.
 */
export async function loadRows(
  context: CellContext,
  top: number,
  bottom: number,
  onShare: (share: number) => void,
): Promise<(RecordBody | undefined)[]> {
  const pages = pagesOf(top, bottom)
  const lists: RecordList[] = []
  for (let from = 0; from < pages.length; from += callsAtOnce) {
    const some = pages.slice(from, from + callsAtOnce)
    const loaded = await Promise.all(some.map((page) => windowOf(context, page)))
    lists.push(...loaded)
    onShare(lists.length / pages.length)
  }
  return rowsOfPages(lists, top, bottom)
}

/** Rows with the versions and values that writes gave them since they were held. */
export function currentRows(
  { client, level, view }: CellContext,
  held: readonly RecordBody[],
): readonly RecordBody[] {
  const idOf = (record: RecordBody) => recordId(level, record)
  const windows = client.getQueriesData<RecordList>({ queryKey: [...recordListsKey(level), view] })
  const current = new Map(
    windows.flatMap(([, list]) => list?.data ?? []).map((record) => [idOf(record), record]),
  )
  return held.map((record) => current.get(idOf(record)) ?? record)
}
