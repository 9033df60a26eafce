import { Suspense, type ReactNode } from 'react'
import { Outlet } from '@tanstack/react-router'
import { useRouteParam } from '../components/route-param.ts'
import { levelByPlural } from '../entities/level/index.ts'
import { lazyPart } from '../ui/lazy-part.tsx'

const NotFoundPage = lazyPart(() => import('./not-found.page.tsx'), 'NotFoundPage')

/** Lets the pages of a level through, with `children` over them, and nothing under a name that is none. */
export function LevelOutlet({ children }: { children?: ReactNode }) {
  const level = useRouteParam('level')
  if (!levelByPlural(level)) {
    return (
      <Suspense>
        <NotFoundPage />
      </Suspense>
    )
  }
  return (
    <>
      <Outlet />
      {children}
    </>
  )
}
