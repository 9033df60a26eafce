import { useLocation } from '@tanstack/react-router'
import { useUndoKey } from './components/undo.ts'
import { RecordDrawerHost } from './features/record-form/record-drawer-host.tsx'
import { SegmentDrawerHost } from './features/segment/segment-drawer-host.tsx'
import { LevelOutlet } from './shell/level-outlet.tsx'

/** The pages of a level, the forms that any of them can have over it, and the way back from a change. */
export function LevelScreens() {
  useUndoKey()
  // The list of segments has the same words in its address, for a form of its own.
  const hasOwnForm = useLocation({ select: ({ pathname }) => /\/segments\/?$/.test(pathname) })
  return (
    <LevelOutlet>
      {!hasOwnForm && (
        <>
          <RecordDrawerHost />
          <SegmentDrawerHost />
        </>
      )}
    </LevelOutlet>
  )
}
