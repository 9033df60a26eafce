import type { ReactNode } from 'react'

/** What a tab is for, in a sentence; actions at the end. */
export function TabIntro({
  title,
  children,
  actions,
}: {
  title: string
  children: ReactNode
  actions?: ReactNode
}) {
  return (
    <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
      <div className="min-w-60 flex-1">
        <h2 className="text-title font-semibold">{title}</h2>
        <p className="max-w-140 text-2">{children}</p>
      </div>
      {actions && <div className="flex shrink-0 gap-2">{actions}</div>}
    </div>
  )
}
