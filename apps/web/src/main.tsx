import './ui/theme.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { createQueryClient } from './api/query-client.ts'
import { readSession, subscribeSession } from './api/session.ts'
import { paths } from './paths.ts'
import { createAppRouter } from './routes.tsx'

const queryClient = createQueryClient()
const router = createAppRouter(queryClient)

/** Leaves the app when the sign-in ends, however that happened. */
function followSession(): void {
  let before = readSession().state
  subscribeSession(() => {
    const { state } = readSession()
    const ended = state === 'signed-out' && before !== 'signed-out'
    // Who signs out on purpose starts anew; who was signed out comes back to the same screen.
    const origin = before === 'signed-in' ? undefined : router.state.location.href
    before = state
    if (!ended) return
    queryClient.clear()
    if (router.state.location.pathname.startsWith('/app')) {
      void router.navigate({ to: paths.login, replace: true, state: { origin } })
    }
  })
}

followSession()

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
)
