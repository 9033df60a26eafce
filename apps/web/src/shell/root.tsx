import { Suspense, lazy } from 'react'
import { Outlet } from '@tanstack/react-router'
import { useSession } from '../api/session.ts'

const SessionExpiredDialog = lazy(() =>
  import('./session/session-expired-dialog.tsx').then((module) => ({ default: module.SessionExpiredDialog })),
)

export function Root() {
  const { state } = useSession()
  return (
    <>
      <Outlet />
      {state === 'expired' && (
        <Suspense>
          <SessionExpiredDialog />
        </Suspense>
      )}
    </>
  )
}
