import type { ReactNode } from 'react'

/** The 44 px row between header and content: view, search and filters left, layout choices right. */
export function Toolbar({ children, end }: { children?: ReactNode; end?: ReactNode }) {
  return (
    <div
      role="group"
      aria-label="View"
      data-print="off"
      className="flex min-h-11 shrink-0 flex-wrap items-center gap-x-2 gap-y-1.5 border-b border-line px-4 py-1.5"
    >
      {children}
      {end && <div className="ml-auto flex items-center gap-1">{end}</div>}
    </div>
  )
}
