import { Suspense } from 'react'
import { QueryClientProvider } from '@tanstack/react-query'
import { Outlet, useLoaderData } from '@tanstack/react-router'
import { queryClient } from '../api/query-client.ts'
import { useSession } from '../api/session.ts'
import { BrandMark } from '../components/brand-mark.tsx'
import { AppPartsContext } from '../feature.ts'
import { TooltipLayer } from '../ui/tooltip.tsx'
import { Toaster } from '../ui/toast.tsx'
import { StartingScreen } from './starting-screen.tsx'

/** A page of the signed-in area with nothing around it, for what comes before the work. */
export function BareFrame() {
  const { user } = useSession()
  const parts = useLoaderData({ from: '/bare' })
  // Between the end of a sign-in and the sign-in page there is no one to show anything to.
  if (!user) return null
  return (
    <div className="h-dvh overflow-y-auto bg-surface">
      <main
        id="main"
        tabIndex={-1}
        className="mx-auto flex max-w-130 flex-col gap-8 px-4 py-8 outline-none md:py-14"
      >
        <span className="flex items-center gap-2 text-title font-semibold">
          <BrandMark />
          Steward
        </span>
        <QueryClientProvider client={queryClient}>
          <AppPartsContext value={parts}>
            <Suspense fallback={<StartingScreen />}>
              <Outlet />
            </Suspense>
          </AppPartsContext>
        </QueryClientProvider>
      </main>
      <Toaster />
      <TooltipLayer />
    </div>
  )
}
