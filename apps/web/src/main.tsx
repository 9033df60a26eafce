import './ui/theme.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from '@tanstack/react-router'
import { readSession, subscribeSession } from './api/session.ts'
import { features } from './features.ts'
import { paths } from './paths.ts'
import { createAppRouter } from './routes.tsx'
import { setReader } from './ui/reader.ts'

const router = createAppRouter()

/** Leaves the app when the sign-in ends, however that happened. */
function followSession(): void {
  let before = readSession().state
  subscribeSession(() => {
    const { state } = readSession()
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
for (const { prefetch } of features) void prefetch?.(location.pathname).catch(() => undefined)

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
)
