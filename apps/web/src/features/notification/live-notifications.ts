import type { QueryClient } from '@tanstack/react-query'
import type { NotificationPreferences } from '@steward/contracts/notification'
import type { LiveHandlers } from '../../feature.ts'
import { readSession } from '../../api/session.ts'
import { listLatest, preferencesQuery, refreshNotifications } from './notification.calls.ts'

/** What came before the page was opened is no news. */
let shownSince = Date.now()

async function wantsBrowser(client: QueryClient): Promise<boolean> {
  if (!('Notification' in globalThis) || Notification.permission !== 'granted') return false
  const { user } = readSession()
  if (!user) return false
  const preferences: NotificationPreferences = await client.fetchQuery({
    ...preferencesQuery(user.userId),
    staleTime: 60_000,
  })
  return preferences.browserNotifications
}

/** Shows what is new as notifications of the browser; several tabs show the same one once, by its tag. */
async function showInBrowser(client: QueryClient): Promise<void> {
  if (!(await wantsBrowser(client))) return
  const news = (await listLatest()).filter(({ updatedAt }) => Date.parse(updatedAt) > shownSince)
  shownSince = Math.max(shownSince, ...news.map(({ updatedAt }) => Date.parse(updatedAt)))
  for (const { id, text } of news) {
    const shown = new Notification('Steward', { body: text, tag: `steward-${id}` })
    shown.addEventListener('click', () => {
      globalThis.focus()
      shown.close()
    })
  }
}

export const liveNotifications: LiveHandlers = {
  notified(client) {
    refreshNotifications(client)
    // What cannot be shown now is in the drawer.
    showInBrowser(client).catch(() => undefined)
  },
  reset: refreshNotifications,
}
