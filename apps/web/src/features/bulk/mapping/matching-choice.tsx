import type { ReactNode } from 'react'

/** A labeled choice among those on how rows meet records. */
export function MatchingChoice({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col items-start gap-1.5">
      <span className="font-medium">{label}</span>
      {children}
    </div>
  )
}
