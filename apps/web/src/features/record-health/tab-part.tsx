import { useId, type ReactNode } from 'react'

type TabPartProps = { title: string; action?: ReactNode; children: ReactNode }

/** A part of the tab under a heading. */
export function TabPart({ title, action, children }: TabPartProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="min-w-0 break-inside-avoid">
      <header className="mb-2 flex min-h-8 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id={id} className="text-title font-semibold">
          {title}
        </h2>
        {action}
      </header>
      {children}
    </section>
  )
}
