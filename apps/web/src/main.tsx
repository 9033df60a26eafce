import './ui/theme.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from '@tanstack/react-router'
import { readSession, subscribeSession } from './api/session.ts'
import { features } from './features.ts'
import { paths } from './paths.ts'
import { createAppRouter, loadAppParts } from './routes.tsx'
import { startOf } from './start-page.ts'
import { setReader } from './ui/reader.ts'

const router = createAppRouter()

/** Requests what an address has to wait for, while its page is still on its way. */
function prepare(pathname: string): void {
  for (const { prefetch } of features) void prefetch?.(pathname).catch(() => undefined)
}

/** Fetches the scripts of the first page while people type their name and password. */
function loadAhead(): void {
  const start = import('./start-ahead.ts').then(({ loadStart }) => loadStart())
  Promise.all([loadAppParts(), start]).catch(() => undefined)
}

/** Fetches what is around every page of the signed-in area before the router asks for it, which draws first. */
function loadAround(pathname: string): void {
  if (!readSession().user || !pathname.startsWith('/app')) return
  Promise.all([loadAppParts(), import('./shell/shell.tsx')]).catch(() => undefined)
}

/** Prepares the first page when a sign-in succeeds, and leaves the app when it ends, however that happened. */
function followSession(): void {
  let before = readSession().state
  subscribeSession(() => {
    const { state, user } = readSession()
    const isNew = state === 'signed-in' && before === 'signed-out'
    if (isNew && !router.state.location.state.origin) prepare(startOf(user))
    const ended = state === 'signed-out' && before !== 'signed-out'
    // Who signs out on purpose starts again; who was signed out comes back to the same screen.
    const origin = before === 'signed-in' ? undefined : router.state.location.href
    before = state
    if (!ended) return
    if (router.state.location.pathname.startsWith('/app')) {
      void router.navigate({ href: paths.login, replace: true, state: { origin } })
    }
  })
}

/** Numbers and times are written as the user wants them; before the sign-in as the browser does. */
function writeForUser(): void {
  const { user } = readSession()
  setReader({ locale: user?.locale ?? undefined, timeZone: user?.timeZone ?? undefined })
}

writeForUser()
subscribeSession(writeForUser)
followSession()
prepare(location.pathname)
loadAround(location.pathname)
if (readSession().state === 'signed-out') addEventListener('input', loadAhead, { once: true })

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
)
