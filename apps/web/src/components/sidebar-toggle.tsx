import { IconMenu2 } from '@tabler/icons-react'
import { IconButton } from '../ui/icon-button.tsx'
import { toggleSidebar, useSidebarMode } from './sidebar-state.ts'

/** Opens the sidebar where it is off the screen; elsewhere there is nothing to show. */
export function SidebarToggle() {
  const mode = useSidebarMode()
  if (mode !== 'hidden' && mode !== 'open') return null
  return (
    <IconButton
      label="Menu"
      className="-ml-2"
      aria-controls="sidebar"
      aria-expanded={mode === 'open'}
      icon={<IconMenu2 aria-hidden />}
      onClick={toggleSidebar}
    />
  )
}
