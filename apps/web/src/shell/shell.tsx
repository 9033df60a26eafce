import { Suspense } from 'react'
import { QueryClientProvider } from '@tanstack/react-query'
import { Outlet, useLoaderData } from '@tanstack/react-router'
import { queryClient } from '../api/query-client.ts'
import { useSession } from '../api/session.ts'
import { useSidebarMode } from '../components/sidebar-state.ts'
import { HealthLayer } from '../entities/health/index.ts'
import { AppPartsContext } from '../feature.ts'
import { TooltipLayer } from '../ui/tooltip.tsx'
import { Toaster } from '../ui/toast.tsx'
import { CommandMenuHost } from './command-menu/command-menu-host.tsx'
import { ConfirmPasswordHost } from './session/confirm-password-host.tsx'
import { GlobalShortcuts } from './global-shortcuts.tsx'
import { LiveChangesHost } from './live/live-changes-host.tsx'
import { PanelHost } from './panel/panel-host.tsx'
import { RouteAnnouncer } from './route-announcer.tsx'
import { Sidebar } from './sidebar.tsx'
import { StartingScreen } from './starting-screen.tsx'
import { WarningStrip } from './warning-strip.tsx'

/** The frame of the signed-in area. */
export function Shell() {
  const { user } = useSession()
  const parts = useLoaderData({ from: '/app' })
  const isSidebarOver = useSidebarMode() === 'open'
  // Between the end of a sign-in and the sign-in page there is no one to show anything to.
  if (!user) return null
  return (
    <QueryClientProvider client={queryClient}>
      <AppPartsContext value={parts}>
        <div data-print="page" className="flex h-dvh overflow-hidden bg-sunken">
          <a
            href="#main"
            data-print="off"
            className="hidden-text focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-60 focus:rounded-control focus:bg-raised focus:px-3 focus:py-2 focus:font-medium focus:shadow-float"
            onClick={(event) => {
              event.preventDefault()
              document.querySelector<HTMLElement>('#main')?.focus()
            }}
          >
            Skip to content
          </a>
          <Sidebar />
          <div inert={isSidebarOver} data-print="page" className="flex min-w-0 flex-1 flex-col">
            <WarningStrip />
            <main
              id="main"
              tabIndex={-1}
              data-print="page"
              className="min-h-0 min-w-0 flex-1 bg-surface outline-none"
            >
              <Suspense fallback={<StartingScreen />}>
                <Outlet />
              </Suspense>
            </main>
          </div>
          <GlobalShortcuts />
          <CommandMenuHost />
          <PanelHost />
          <LiveChangesHost who={user.email} />
          <ConfirmPasswordHost />
          <RouteAnnouncer />
          <Toaster />
          <TooltipLayer />
          <HealthLayer />
        </div>
      </AppPartsContext>
    </QueryClientProvider>
  )
}
