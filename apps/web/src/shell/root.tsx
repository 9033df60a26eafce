import { Suspense } from 'react'
import { Outlet } from '@tanstack/react-router'
import { useSession } from '../api/session.ts'
import { lazyPart } from '../ui/lazy-part.tsx'

const SessionExpiredDialog = lazyPart(
  () => import('./session/session-expired-dialog.tsx'),
  'SessionExpiredDialog',
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
