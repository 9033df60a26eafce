import { useEffect, useState } from 'react'
import { useRouter } from '@tanstack/react-router'
import { hasUnsavedWork } from '../ui/dirty.ts'
import { readStored, writeStored } from '../ui/storage.ts'

const askEvery = 5 * 60_000
const idleTime = 5 * 60_000
const triedKey = 'steward.reloaded-for'
const tabStorage = () => sessionStorage

/** The newer build's date, or null. A build this tab has already reloaded for is not offered again. */
async function newerBuild(): Promise<string | null> {
  try {
    const response = await fetch('/meta.json', { cache: 'no-store' })
    if (!response.ok) return null
    const { buildDate } = (await response.json()) as { buildDate: string }
    const isNewer = Date.parse(buildDate) > Date.parse(__BUILD_DATE__)
    return isNewer && readStored(triedKey, tabStorage) !== buildDate ? buildDate : null
  } catch {
    return null
  }
}

/** Throws the caches of the old build away and starts the new one, here or at `href`. */
export async function reloadFresh(href: string = window.location.href): Promise<void> {
  if ('caches' in window) {
    const names = await caches.keys().catch(() => [])
    await Promise.all(names.map((name) => caches.delete(name)))
  }
  if (href === window.location.href) window.location.reload()
  else window.location.assign(href)
}

function useNewerBuild(): string | null {
  const [build, setBuild] = useState<string | null>(null)
  useEffect(() => {
    if (import.meta.env.DEV || build) return
    const ask = () => {
      if (document.visibilityState === 'visible') void newerBuild().then(setBuild)
    }
    ask()
    const timer = window.setInterval(ask, askEvery)
    document.addEventListener('visibilitychange', ask)
    return () => {
      window.clearInterval(timer)
      document.removeEventListener('visibilitychange', ask)
    }
  }, [build])
  return build
}

/**
 * Whether a newer build is there. It is taken up at the next change of page or after five idle
 * minutes, and waits while a form holds unsaved work.
 */
export function useNewVersion(): boolean {
  const router = useRouter()
  const build = useNewerBuild()

  useEffect(() => {
    if (!build) return
    const takeUp = (href?: string) => {
      if (hasUnsavedWork()) return
      writeStored(triedKey, build, tabStorage)
      void reloadFresh(href)
    }
    const stop = router.subscribe('onBeforeNavigate', ({ pathChanged, toLocation }) => {
      if (pathChanged) takeUp(toLocation.href)
    })
    let timer = window.setTimeout(takeUp, idleTime)
    const wake = () => {
      window.clearTimeout(timer)
      timer = window.setTimeout(takeUp, idleTime)
    }
    window.addEventListener('pointermove', wake)
    window.addEventListener('keydown', wake)
    return () => {
      stop()
      window.clearTimeout(timer)
      window.removeEventListener('pointermove', wake)
      window.removeEventListener('keydown', wake)
    }
  }, [build, router])

  return build !== null
}
