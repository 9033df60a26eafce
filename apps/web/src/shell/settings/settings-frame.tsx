import { Suspense } from 'react'
import { Outlet } from '@tanstack/react-router'
import { useNarrow } from '../../components/narrow.ts'
import { StartingScreen } from '../starting-screen.tsx'
import { SettingsMenu } from './settings-menu.tsx'

/** The sections at the left, the chosen one beside them; on a small window only the chosen one. */
export function SettingsFrame() {
  const narrow = useNarrow()
  return (
    <div data-print="page" className="flex h-full min-h-0">
      {!narrow && (
        <div
          data-print="off"
          className="flex w-46 shrink-0 flex-col overflow-y-auto border-r border-line bg-surface lg:w-52"
        >
          <p className="flex h-12 shrink-0 items-center border-b border-line px-4 text-title font-semibold">
            Settings
          </p>
          <SettingsMenu />
        </div>
      )}
      <div data-print="page" className="min-w-0 flex-1">
        <Suspense fallback={<StartingScreen />}>
          <Outlet />
        </Suspense>
      </div>
    </div>
  )
}
