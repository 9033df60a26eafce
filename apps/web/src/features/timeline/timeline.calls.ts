import {
  infiniteQueryOptions,
  queryOptions,
  type InfiniteData,
  type QueryClient,
} from '@tanstack/react-query'
import type { Level } from '@steward/contracts/level'
import type { TimelineItem, TimelinePage } from '@steward/contracts/timeline'
import { api, send } from '../../api/client.ts'
import { refreshOverviews } from '../../entities/overview/index.ts'
import { viewQuery, type TimelineView } from './filter/timeline-view.ts'

const everyTimeline = ['timeline'] as const
const headKey = ['timeline-head'] as const

export type HeldTimeline = InfiniteData<TimelinePage, string | undefined>

/** All views of a record's timeline. */
const timelineKey = (level: Level, id: number) => [...everyTimeline, level.name, id] as const

async function readTimeline(
  level: Level,
  id: number,
  view: TimelineView,
  cursor: string | undefined,
  signal?: AbortSignal,
): Promise<TimelinePage> {
  const query = { level: level.id, parentIdentifier: id, cursor, ...viewQuery(view) }
  return send(api.GET('/core/timeline', { params: { query }, signal }))
}

/**
 * What happened with a record, page by page. What is held is not asked for again as a whole: news are
 * looked for at its head, and what is done here is put into it.
 */
export function timelineQuery(level: Level, id: number, view: TimelineView) {
  return infiniteQueryOptions({
    queryKey: [...timelineKey(level, id), view],
    queryFn: ({ signal, pageParam }) => readTimeline(level, id, view, pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }: TimelinePage) => nextCursor ?? undefined,
    staleTime: Infinity,
  })
}

export function itemQuery(itemId: number) {
  return queryOptions({
    queryKey: ['timeline-item', itemId],
    queryFn: ({ signal }) => readItem(itemId, signal),
  })
}

export async function readItem(itemId: number, signal?: AbortSignal): Promise<TimelineItem> {
  return (await send(api.GET('/core/timeline/{itemId}', { params: { path: { itemId } }, signal }))).data
}

type Change = (item: TimelineItem) => TimelineItem | null

function changedIn(items: readonly TimelineItem[], itemId: number, change: Change): TimelineItem[] {
  return items.flatMap((item) => (item.itemId === itemId ? (change(item) ?? []) : item))
}

function changedPages(held: HeldTimeline, itemId: number, change: Change): HeldTimeline {
  const has = ({ itemId: id }: TimelineItem) => id === itemId
  const pages = held.pages.map((page) =>
    page.data.some(has) || page.first.some(has)
      ? { ...page, data: changedIn(page.data, itemId, change), first: changedIn(page.first, itemId, change) }
      : page,
  )
  return { ...held, pages }
}

/** When something was done here last. What was read before tells nothing of what stands now. */
let actedAt = 0

export function lastActAt(): number {
  return actedAt
}

function noteAct(client: QueryClient): void {
  actedAt = Date.now()
  void client.cancelQueries({ queryKey: headKey })
}

/** Shows a change that was made here, wherever the item is held; null takes it away. */
export function patchItem(client: QueryClient, itemId: number, change: Change): void {
  noteAct(client)
  showItem(client, itemId, change)
}

/** Shows how an item stands now. */
export function showItem(client: QueryClient, itemId: number, change: Change): void {
  client.setQueriesData<HeldTimeline>(
    { queryKey: everyTimeline },
    (held) => held && changedPages(held, itemId, change),
  )
  client.setQueryData(itemQuery(itemId).queryKey, (item) => (item && change(item)) ?? undefined)
}

/** What is held of every timeline, to go back to. */
export function holdTimelines(client: QueryClient): () => void {
  const held = client.getQueriesData<HeldTimeline>({ queryKey: everyTimeline })
  return () => {
    noteAct(client)
    for (const [key, data] of held) client.setQueryData(key, data)
  }
}

/** Reads the timelines of a record from their beginnings; what is not on the screen is read when it is opened. */
export async function refreshTimeline(client: QueryClient, level: Level, id: number): Promise<void> {
  void refreshOverviews(client)
  const queries = client.getQueryCache().findAll({ queryKey: timelineKey(level, id) })
  const reads = queries.map(async (query) => {
    if (!query.isActive()) return client.removeQueries({ queryKey: query.queryKey, exact: true })
    const page = await readTimeline(level, id, query.queryKey[3] as TimelineView, undefined)
    client.setQueryData<HeldTimeline>(query.queryKey, { pages: [page], pageParams: [undefined] })
  })
  await Promise.all(reads)
  noteAct(client)
}

/** The newest items as they are now, beside what is held. */
export function headQuery(level: Level, id: number, view: TimelineView) {
  return queryOptions({
    queryKey: [...headKey, level.name, id, view],
    queryFn: ({ signal }) => readTimeline(level, id, view, undefined, signal),
  })
}

export async function setBookmark(itemId: number, bookmarkStatus: boolean): Promise<void> {
  const params = { path: { itemId } }
  await send(api.PATCH('/core/timeline/{itemId}/bookmark', { params, body: { bookmarkStatus } }))
}

export async function setPin(itemId: number, pinStatus: boolean): Promise<void> {
  const params = { path: { itemId } }
  await send(api.PATCH('/core/timeline/{itemId}/pin', { params, body: { pinStatus } }))
}

export async function markSeen(itemIds: readonly number[]): Promise<void> {
  await send(api.POST('/core/timeline/seen', { body: { itemIds: [...itemIds] } }))
}

/** Kinds that are taken away from here. */
export const deletableKinds = ['note', 'activity', 'pulse', 'file'] as const

export type DeletableKind = (typeof deletableKinds)[number]

export async function deleteItem(kind: DeletableKind, id: number): Promise<void> {
  const params = { path: { id } }
  if (kind === 'note') await send(api.DELETE('/core/notes/{id}', { params }))
  else if (kind === 'activity') await send(api.DELETE('/core/entity-action/activity/{id}', { params }))
  else if (kind === 'pulse') await send(api.DELETE('/core/entity-action/pulse/{id}', { params }))
  else await send(api.DELETE('/core/files/{groupId}', { params: { path: { groupId: id } } }))
}

export async function restoreItem(itemId: number): Promise<void> {
  await send(api.POST('/core/timeline/{itemId}/restore', { params: { path: { itemId } }, body: null }))
}
