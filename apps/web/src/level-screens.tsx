import { Suspense } from 'react'
import { useLocation } from '@tanstack/react-router'
import { useUndoKey } from './entities/change-set/index.ts'
import { LevelOutlet } from './shell/level-outlet.tsx'
import { lazyPart } from './ui/lazy-part.tsx'

/* The forms load when an address asks for one. */

const RecordDrawerHost = lazyPart(
  () => import('./features/record-form/record-drawer-host.tsx'),
  'RecordDrawerHost',
)

const SegmentDrawerHost = lazyPart(
  () => import('./features/segment/segment-drawer-host.tsx'),
  'SegmentDrawerHost',
)

/** The pages of a level, the forms that any of them can have over it, and the way back from a change. */
export function LevelScreens() {
  useUndoKey()
  const asked = useLocation({
    select: ({ pathname, search }) => {
      // The list of segments has the same words in its address, for a form of its own.
      if (/\/segments\/?$/.test(pathname)) return null
      if ('create' in search || 'edit' in search) return 'record'
      return 'segment' in search ? 'segment' : null
    },
  })
  return (
    <LevelOutlet>
      <Suspense>
        {asked === 'record' && <RecordDrawerHost />}
        {asked === 'segment' && <SegmentDrawerHost />}
      </Suspense>
    </LevelOutlet>
  )
}
