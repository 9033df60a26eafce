import { Suspense } from 'react'
import { useLocation } from '@tanstack/react-router'
import { useUndoKey } from '../entities/change-set/index.ts'
import { useAppParts } from '../feature.ts'
import { LevelOutlet } from './level-outlet.tsx'

/** The pages of a level, what any of them can have over it, and the way back from a change. */
export function LevelScreens() {
  useUndoKey()
  const overlays = useAppParts().flatMap(({ levelOverlays = [] }) => levelOverlays)
  const opened = useLocation({
    select: ({ pathname, search }) =>
      // The list of segments has the same words in its address, for a form of its own.
      /\/segments\/?$/.test(pathname)
        ? -1
        : overlays.findIndex(({ parameters }) => parameters.some((parameter) => parameter in search)),
  })
  const Overlay = overlays[opened]?.Body
  return (
    <LevelOutlet>
      <Suspense>{Overlay && <Overlay />}</Suspense>
    </LevelOutlet>
  )
}
