import type { ReactNode } from 'react'
import { cx } from '../ui/cx.ts'
import { useDocumentTitle } from './document-title.ts'

type PageFrameProps = {
  /** Names the browser's tab. */
  title: string
  /** The name of the route, for scripts and tests that look for a page: `account-list`. */
  route?: string
  className?: string
  /** A PageHeader first; then what scrolls, usually a PageContent. */
  children: ReactNode
}

/** One page: header, bars and content fill the window; the content scrolls, never the page. */
export function PageFrame({ title, route, className, children }: PageFrameProps) {
  useDocumentTitle(title)
  return (
    <div
      data-print="page"
      data-route={route}
      className={cx('flex h-full min-h-0 min-w-0 flex-col bg-surface', className)}
    >
      {children}
    </div>
  )
}

/** The scrolling rest of a page. */
export function PageContent({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <div
      data-print="page"
      className={cx('relative min-h-0 flex-1 overflow-y-auto overscroll-contain', className)}
    >
      {children}
    </div>
  )
}
