import { Suspense, lazy } from 'react'
import { useOverlay } from './command-menu-state.ts'

const CommandMenu = lazy(() =>
  import('./command-menu.tsx').then((module) => ({ default: module.CommandMenu })),
)
const ShortcutHelp = lazy(() =>
  import('../shortcut-help.tsx').then((module) => ({ default: module.ShortcutHelp })),
)

export function CommandMenuHost() {
  const overlay = useOverlay()
  return (
    <Suspense>
      {(overlay === 'all' || overlay === 'create') && <CommandMenu key={overlay} scope={overlay} />}
      {overlay === 'shortcuts' && <ShortcutHelp />}
    </Suspense>
  )
}
