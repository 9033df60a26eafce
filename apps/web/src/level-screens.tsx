import { useUndoKey } from './components/undo.ts'
import { RecordDrawerHost } from './features/record-form/record-drawer-host.tsx'
import { LevelOutlet } from './shell/level-outlet.tsx'

/** The pages of a level, the form that any of them can have over it, and the way back from a change. */
export function LevelScreens() {
  useUndoKey()
  return (
    <LevelOutlet>
      <RecordDrawerHost />
    </LevelOutlet>
  )
}
