import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Rule } from '@steward/conditions'
import type { Level } from '@steward/contracts/level'
import type { ChurnDetails } from '@steward/contracts/churn'
import type { bulkActions, Changed, PartialRecord, RecordBody, RecordList } from '@steward/contracts/record'
import { api, send } from '../../api/client.ts'
import { orderText, type RecordOrder } from './list/record-sort.ts'

/** What a list asks for, apart from which window of it. */
export interface RecordView {
  filter: Rule
  sort: RecordOrder
  query: string
  myEntitiesOnly: boolean
  /** Custom fields to send, by API name. */
  columns: readonly string[]
}

export type WrittenRecord = {
  data: RecordBody
  changeSetId: number | null
  /** false where the user can't see the record from now on. */
  isVisible?: false
}
export type BulkChange = ChurnDetails & {
  action: (typeof bulkActions)[number]
  data?: Record<string, unknown>
}
export type AssignMode = 'replace' | 'add' | 'remove'

/** Rows in one window of a list. */
export const windowSize = 100

/** The most ids that one call takes. */
export const idsPerCall = 1000

// Every level has the same calls, so their paths are typed by those of one.
export const pathsOf = ({ plural }: Level) => ({
  list: `/core/${plural}` as '/core/organizations',
  board: `/core/${plural}/board` as '/core/organizations/board',
  byIds: `/core/${plural}/get-by-ids` as '/core/organizations/get-by-ids',
  totals: `/core/${plural}/totals` as '/core/organizations/totals',
  figures: `/core/${plural}/figures` as '/core/organizations/figures',
  one: `/core/${plural}/{id}` as '/core/organizations/{id}',
  overview: `/core/${plural}/{id}/overview` as '/core/organizations/{id}/overview',
  archive: `/core/${plural}/{id}/archive` as '/core/organizations/{id}/archive',
  restore: `/core/${plural}/{id}/restore` as '/core/organizations/{id}/restore',
  partial: `/core/${plural}/partial` as '/core/organizations/partial',
  assign: `/core/${plural}/assign` as '/core/organizations/assign',
  change: `/core/${plural}/change` as '/core/organizations/change',
  cells: `/core/${plural}/cells` as '/core/organizations/cells',
  churn: `/core/${plural}/{id}/churn-status` as '/core/organizations/{id}/churn-status',
  move: `/core/${plural}/{id}/move` as '/core/organizations/{id}/move',
  history: `/core/${plural}/{id}/history` as '/core/organizations/{id}/history',
  stageHistory: `/core/${plural}/{id}/stage-history` as '/core/organizations/{id}/stage-history',
  restoreValue: `/core/${plural}/{id}/restore-value` as '/core/organizations/{id}/restore-value',
})

export function recordId(level: Level, record: RecordBody): number {
  return record[level.idKey]!
}

const commaSeparated = { array: { style: 'form', explode: false } } as const

/** What pages of records show first, of every level. */
export const overviewsKey = ['records', 'overview'] as const

/** All lists of a level, whatever their view. */
export function recordListsKey(level: Level) {
  return ['records', level.name, 'list'] as const
}

/** All boards of a level, whatever their view. */
export function boardsKey(level: Level) {
  return ['records', level.name, 'board'] as const
}

/** Which records a view shows, as every call of the API names it. */
export function selectionOf({
  filter,
  query,
  myEntitiesOnly,
}: Pick<RecordView, 'filter' | 'query' | 'myEntitiesOnly'>) {
  return {
    filter: JSON.stringify(filter),
    ...(query ? { query } : {}),
    ...(myEntitiesOnly ? { myEntitiesOnly: true } : {}),
  }
}

/** What the chip of a churned record tells, beside what lists send anyway. */
export const churnColumns = ['churnDate', 'churnReason', 'churnAmount'] as const

const columnsText = (columns: readonly string[]): string => [...columns, ...churnColumns].join(',')

export async function listRecords(
  level: Level,
  view: RecordView,
  page: { page: number; pageSize: number; ids?: number[] },
  signal?: AbortSignal,
): Promise<RecordList> {
  const query = {
    ...page,
    sort: orderText(view.sort),
    ...selectionOf(view),
    columns: columnsText(view.columns),
  }
  return send(api.GET(pathsOf(level).list, { params: { query }, querySerializer: commaSeparated, signal }))
}

/**
 * One window of a list; windows are counted from 1. Rows do not move under the keyboard because someone comes back
 * to the tab: what is new is offered to the list.
 */
export function recordWindowQuery(level: Level, view: RecordView, page: number) {
  return queryOptions({
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    queryKey: [...recordListsKey(level), view, page],
    queryFn: ({ signal }) => listRecords(level, view, { page, pageSize: windowSize }, signal),
  })
}

/** Whether a view shows a record, on whatever page of it. */
export function isInViewQuery(level: Level, view: RecordView, id: number) {
  return queryOptions({
    queryKey: ['records', level.name, 'in-view', view, id],
    queryFn: async ({ signal }): Promise<boolean> =>
      (await listRecords(level, view, { page: 1, pageSize: 1, ids: [id] }, signal)).data.length > 0,
  })
}

/** Some records as they are now, with the columns of a list. */
export async function readRecords(
  level: Level,
  ids: readonly number[],
  columns: readonly string[],
): Promise<RecordBody[]> {
  const query = { pageSize: ids.length, columns: columnsText(columns) }
  const init = { params: { query }, body: { ids: [...ids] } }
  return (await send(api.POST(pathsOf(level).byIds, init))).data
}

export function recordQuery(level: Level, id: number) {
  return queryOptions({
    queryKey: ['records', level.name, 'one', id],
    queryFn: async ({ signal }): Promise<RecordBody> =>
      (await send(api.GET(pathsOf(level).one, { params: { path: { id } }, signal }))).data,
  })
}

/** Records whose name contains a text, for pickers; as many as the server likes without a limit. */
export async function findRecords(
  level: Level,
  name: string,
  signal: AbortSignal,
  limit?: number,
  mandatoryIds: number[] = [],
): Promise<PartialRecord[]> {
  const query = { ...(name && { name }), limit, ...(mandatoryIds.length > 0 && { mandatoryIds }) }
  return (await send(api.GET(pathsOf(level).partial, { params: { query }, signal }))).data
}

/** The names of records that other records point at. */
export function recordNamesQuery(level: Level, ids: readonly number[]) {
  return queryOptions({
    queryKey: ['records', level.name, 'names', ids],
    queryFn: async ({ signal }): Promise<Map<number, string>> => {
      const params = { query: { mandatoryIds: [...ids], limit: 1 } }
      const init = { params, querySerializer: commaSeparated, signal }
      const { data } = await send(api.GET(pathsOf(level).partial, init))
      return new Map((data as PartialRecord[]).map((record) => [record.id, record.name]))
    },
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
}

/** Writes one or more fields. Rejects with 409 `record.changed` when a field changed since `version`. */
export function updateRecord(
  level: Level,
  id: number,
  data: Record<string, unknown>,
  version?: number,
): Promise<WrittenRecord> {
  return send(api.POST(pathsOf(level).one, { params: { path: { id } }, body: { data, version } }))
}

export function setArchived(level: Level, id: number, archived: boolean): Promise<WrittenRecord> {
  const { archive, restore } = pathsOf(level)
  const init = { params: { path: { id } }, body: null }
  return send(archived ? api.PUT(archive, init) : api.PUT(restore, init))
}

/** Changes at most `idsPerCall` records alike. */
export async function updateRecords(
  level: Level,
  ids: readonly number[],
  change: BulkChange,
): Promise<Changed> {
  return (await send(api.POST(pathsOf(level).change, { body: { ids: [...ids], ...change } }))).data
}

/** Gives at most `idsPerCall` records to owners; the first becomes the primary one. */
export async function assignRecords(
  level: Level,
  ids: readonly number[],
  owners: readonly number[],
  mode: AssignMode,
): Promise<Changed> {
  const body = { ids: [...ids], owners: [...owners], mode }
  return (await send(api.POST(pathsOf(level).assign, { body }))).data
}
