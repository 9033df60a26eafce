import type { ReactNode } from 'react'

/** The title of a screen of the signed-out area, and what to do there. */
export function FormHeading({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div>
      <h1 className="text-hero font-semibold text-balance">{title}</h1>
      {children && <p className="mt-1 text-title text-2">{children}</p>}
    </div>
  )
}
