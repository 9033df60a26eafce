import type { ReactNode } from 'react'

/** What a step asks, and why. */
export function StepHeading({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="flex flex-col gap-1">
      <h2 className="text-lead font-semibold">{title}</h2>
      {children && <p className="max-w-160 text-body text-2">{children}</p>}
    </div>
  )
}
