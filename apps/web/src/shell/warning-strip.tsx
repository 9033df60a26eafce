import { useSyncExternalStore, type ReactNode } from 'react'
import { IconCloudOff, IconRefresh } from '@tabler/icons-react'
import { cx } from '../ui/cx.ts'
import { reloadFresh, useNewVersion } from './new-version.ts'

function subscribeOnline(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** Above the page: what the user should know about the connection and the build. */
export function WarningStrip() {
  const online = useSyncExternalStore(subscribeOnline, () => navigator.onLine)
  const isNewVersion = useNewVersion()
  return (
    <div role="status" data-print="off" className="contents">
      {!online && (
        <Strip tone="bg-average-soft text-average" icon={<IconCloudOff size={16} aria-hidden />}>
          You're offline. Data may be outdated, and changes can't be saved.
        </Strip>
      )}
      {isNewVersion && (
        <Strip tone="bg-info-soft text-info" icon={<IconRefresh size={16} aria-hidden />}>
          A new version of Steward is ready.
          <button
            type="button"
            className="h-6 rounded-chip px-1.5 font-semibold underline hover:no-underline"
            onClick={() => void reloadFresh()}
          >
            Reload now
          </button>
        </Strip>
      )}
    </div>
  )
}

function Strip({ tone, icon, children }: { tone: string; icon: ReactNode; children: ReactNode }) {
  return (
    <div className={cx('flex min-h-8 shrink-0 items-center gap-2 px-4 py-1 font-medium', tone)}>
      {icon}
      <span className="flex flex-wrap items-center gap-x-2">{children}</span>
    </div>
  )
}
