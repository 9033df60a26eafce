import { useEffect, useRef, useState } from 'react'
import { useLocation } from '@tanstack/react-router'
import { closeSidebar } from '../components/sidebar-state.ts'

/** After a change of page: focus goes to its heading, and its title is read out. */
export function RouteAnnouncer() {
  const pathname = useLocation({ select: (location) => location.pathname })
  const before = useRef(pathname)
  const [title, setTitle] = useState('')

  useEffect(() => {
    if (before.current === pathname) return
    before.current = pathname
    closeSidebar()
    const timer = window.setTimeout(() => {
      setTitle(document.title)
      const main = document.querySelector<HTMLElement>('#main')
      // A page that put the focus somewhere itself keeps it there.
      if (main?.contains(document.activeElement) && document.activeElement !== main) return
      if (document.querySelector('[role=dialog]')) return
      const heading = main?.querySelector<HTMLElement>('h1[tabindex]')
      ;(heading ?? main)?.focus({ preventScroll: true })
    }, 60)
    return () => window.clearTimeout(timer)
  }, [pathname])

  return (
    <div className="hidden-text" role="status">
      {title}
    </div>
  )
}
