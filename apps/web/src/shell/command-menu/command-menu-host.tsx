import { Suspense } from 'react'
import { missCommandMenu, useOverlay } from './command-menu-state.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'

async function loadMenu() {
  try {
    return await import('./command-menu.tsx')
  } catch (failure) {
    missCommandMenu()
    throw failure
  }
}

const CommandMenu = lazyPart(loadMenu, 'CommandMenu')
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
