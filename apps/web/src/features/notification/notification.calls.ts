import {
  infiniteQueryOptions,
  queryOptions,
  type InfiniteData,
  type QueryClient,
} from '@tanstack/react-query'
import type {
  ChangeNotificationDefaults,
  ChangeNotificationPreferences,
  Notification,
  NotificationDefaults,
  NotificationPage,
  NotificationPreferences,
  RecordsBehind,
  UnseenNotifications,
} from '@steward/contracts/notification'
import { notificationPageSize, type NotificationCategory } from '@steward/contracts/plain/notification'
import { api, send } from '../../api/client.ts'

export type Tab = NotificationCategory | 'all'
type Pages = InfiniteData<NotificationPage, number | undefined>

const notificationsKey = ['notifications'] as const
const listsKey = [...notificationsKey, 'list'] as const

/** How many are unseen, by category. */
export const unseenQuery = queryOptions({
  queryKey: [...notificationsKey, 'unseen'],
  queryFn: async ({ signal }): Promise<UnseenNotifications> =>
    (await send(api.GET('/notification/notification/unseen', { params: { query: { mode: 1 } }, signal })))
      .data,
  staleTime: 60_000,
})

/** The notifications of a tab, the latest first, page by page. */
export function notificationsQuery(category: Tab, unseenOnly: boolean) {
  return infiniteQueryOptions({
    queryKey: [...listsKey, category, unseenOnly],
    queryFn: async ({ signal, pageParam }): Promise<NotificationPage> => {
      const query = { mode: 1 as const, size: notificationPageSize, category, unseenOnly, lastId: pageParam }
      return (await send(api.GET('/notification/notification', { params: { query }, signal }))).data
    },
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page: NotificationPage) =>
      page.hasMore && page.lastId !== null ? page.lastId : undefined,
    staleTime: 0,
  })
}

/** The latest unseen ones, without the cache. */
export async function listLatest(): Promise<Notification[]> {
  const query = { mode: 1 as const, size: 5, unseenOnly: true }
  return (await send(api.GET('/notification/notification', { params: { query } }))).data.notifications
}

/** Something is new, or was seen elsewhere. */
export function refreshNotifications(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: notificationsKey })
}

/** Shows notifications as seen before the answer comes. */
function showSeen(client: QueryClient, fits: (notification: Notification) => boolean): void {
  client.setQueriesData<Pages>({ queryKey: listsKey }, (held) => {
    if (!held) return held
    const pages = held.pages.map((page) => ({
      ...page,
      notifications: page.notifications.map((one) => (fits(one) ? { ...one, isSeen: true } : one)),
    }))
    return { ...held, pages }
  })
}

/** Marks one as seen. */
export async function setSeen(client: QueryClient, id: number): Promise<void> {
  showSeen(client, (one) => one.id === id)
  try {
    const { data } = await send(api.PATCH('/notification/notification/{id}', { params: { path: { id } } }))
    client.setQueryData(unseenQuery.queryKey, data)
  } catch (error) {
    refreshNotifications(client)
    throw error
  }
}

/** Marks all of a tab as seen. */
export async function setAllSeen(client: QueryClient, category: Tab): Promise<void> {
  showSeen(client, (one) => category === 'all' || one.category === category)
  try {
    const { data } = await send(
      api.PATCH('/notification/notification/all', { params: { query: { category } } }),
    )
    client.setQueryData(unseenQuery.queryKey, data)
  } finally {
    void client.invalidateQueries({ queryKey: listsKey })
  }
}

/** The records that a notification stands for, as far as the user sees them now. */
export function recordsBehindQuery(id: number) {
  return infiniteQueryOptions({
    queryKey: [...notificationsKey, 'records', id],
    queryFn: async ({ signal, pageParam }): Promise<RecordsBehind> => {
      const params = { path: { id }, query: { lastId: pageParam } }
      return (await send(api.GET('/notification/notification/{id}/records', { params, signal }))).data
    },
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page: RecordsBehind) => (page.hasMore ? page.records.at(-1)?.recordId : undefined),
  })
}

export function preferencesQuery(userId: number) {
  return queryOptions({
    queryKey: ['notification-preferences', userId],
    queryFn: async ({ signal }): Promise<NotificationPreferences> => {
      const params = { path: { userId } }
      const url = '/notification/users/{userId}/notificationPreferences'
      return (await send(api.GET(url, { params, signal }))).data
    },
  })
}

export async function updatePreferences(
  client: QueryClient,
  userId: number,
  body: ChangeNotificationPreferences,
): Promise<void> {
  const url = '/notification/users/{userId}/notificationPreferences'
  const { data } = await send(api.PATCH(url, { params: { path: { userId } }, body }))
  client.setQueryData(preferencesQuery(userId).queryKey, data)
}

/** Makes the company's defaults hold again. */
export async function resetPreferences(client: QueryClient, userId: number): Promise<void> {
  const url = '/notification/users/{userId}/notificationPreferences'
  const { data } = await send(api.DELETE(url, { params: { path: { userId } } }))
  client.setQueryData(preferencesQuery(userId).queryKey, data)
}

/** What holds for users who have not chosen otherwise. */
export const defaultsQuery = queryOptions({
  queryKey: ['notification-defaults'],
  queryFn: async ({ signal }): Promise<NotificationDefaults> =>
    (await send(api.GET('/notification/defaultPreferences', { signal }))).data,
})

export async function updateDefaults(client: QueryClient, body: ChangeNotificationDefaults): Promise<void> {
  const { data } = await send(api.PATCH('/notification/defaultPreferences', { body }))
  client.setQueryData(defaultsQuery.queryKey, data)
}
