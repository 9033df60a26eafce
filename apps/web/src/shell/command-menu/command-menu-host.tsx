import { Suspense } from 'react'
import { useOverlay } from './command-menu-state.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'

const CommandMenu = lazyPart(() => import('./command-menu.tsx'), 'CommandMenu')
const ShortcutHelp = lazyPart(() => import('../shortcut-help.tsx'), 'ShortcutHelp')

export function CommandMenuHost() {
  const overlay = useOverlay()
  return (
    <Suspense>
      {(overlay === 'all' || overlay === 'create') && <CommandMenu key={overlay} scope={overlay} />}
      {overlay === 'shortcuts' && <ShortcutHelp />}
    </Suspense>
  )
}
