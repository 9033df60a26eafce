import { useEffect } from 'react'
import { useLocation } from '@tanstack/react-router'
import { useCan } from '../api/can.ts'
import { closeSidebar, useSidebarMode } from '../components/sidebar-state.ts'
import { cx } from '../ui/cx.ts'
import { useAppParts } from '../feature.ts'
import { currentDestination, settingsDestination, settingsGroups, sidebarGroups } from './navigation.ts'
import { GettingStartedLink } from './getting-started-link.tsx'
import { PanelButtons } from './panel/panel-buttons.tsx'
import { SearchButton } from './search-button.tsx'
import { PinnedLinks } from './pinned-links.tsx'
import { usePinnedSegments } from './pinned-segments.ts'
import { SidebarLink } from './sidebar-link.tsx'
import { WorkspaceMenu } from './workspace/workspace-menu.tsx'

/** 228 px, 52 px of icons, or laid over the page on a small window. */
export function Sidebar() {
  const mode = useSidebarMode()
  const may = useCan()
  const parts = useAppParts()
  const pathname = useLocation({ select: (location) => location.pathname })
  const folded = mode === 'folded'
  const pinned = usePinnedSegments()

  if (mode === 'hidden') return null

  const groups = sidebarGroups(parts, may)
  const hasSettings = settingsGroups(parts, may).length > 0
  const current = currentDestination(
    [...groups.flatMap((group) => group.items), settingsDestination],
    pathname,
  )

  return (
    <>
      {mode === 'open' && <Scrim />}
      <aside
        id="sidebar"
        aria-label="Sidebar"
        data-print="off"
        className={cx(
          'flex shrink-0 flex-col gap-2 border-r border-line bg-sunken p-2',
          folded ? 'w-13 items-center' : 'w-57',
          mode === 'open' && 'rise-in fixed inset-y-0 left-0 z-40 shadow-dialog',
        )}
      >
        <WorkspaceMenu folded={folded} />
        <SearchButton folded={folded} />
        <PanelButtons folded={folded} />
        <nav aria-label="Main" className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto">
          {groups.map((group) => (
            <div key={group.label}>
              {folded ? (
                <div className="mx-1 mb-2 h-px bg-line first:hidden" />
              ) : (
                group.label !== 'Start' && (
                  <p className="px-2 pb-1 text-meta font-medium text-3">{group.label}</p>
                )
              )}
              <ul aria-label={group.label} className="flex flex-col gap-0.5">
                {group.label === 'Start' && <GettingStartedLink folded={folded} pathname={pathname} />}
                {group.items.map((item) => (
                  <li key={item.to}>
                    <SidebarLink
                      item={item}
                      folded={folded}
                      current={item === current && !pinned.some(({ to }) => to === pathname)}
                    />
                    {!folded && (
                      <PinnedLinks
                        label={`Pinned segments of ${item.label}`}
                        pinned={pinned.filter(({ levelPath }) => levelPath === item.to)}
                        pathname={pathname}
                      />
                    )}
                  </li>
                ))}
              </ul>
            </div>
          ))}
          {hasSettings && (
            <div className="mt-auto">
              <SidebarLink
                item={settingsDestination}
                folded={folded}
                current={current === settingsDestination}
              />
            </div>
          )}
        </nav>
      </aside>
    </>
  )
}

function Scrim() {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && closeSidebar()
    document.addEventListener('keydown', onKey)
    document.querySelector<HTMLElement>('#sidebar a')?.focus()
    return () => {
      document.removeEventListener('keydown', onKey)
      // The page is inert until the next frame.
      requestAnimationFrame(() => document.querySelector<HTMLElement>('[aria-controls=sidebar]')?.focus())
    }
  }, [])
  return (
    <button
      type="button"
      aria-label="Close the menu"
      onClick={closeSidebar}
      className="fixed inset-0 z-40 cursor-default bg-scrim"
    />
  )
}
