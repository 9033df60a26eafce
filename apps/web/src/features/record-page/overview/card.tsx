import { useId, type ReactNode } from 'react'

type CardProps = {
  title: string
  /** At the end of the heading: a link or a button. */
  action?: ReactNode
  children: ReactNode
}

/** A part of the overview under a heading. */
export function Card({ title, action, children }: CardProps) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="min-w-0 rounded-card border border-line break-inside-avoid print:border-0"
    >
      <header className="flex h-10 items-center justify-between gap-3 border-b border-line pr-2 pl-4 print:px-0">
        <h2 id={id} className="text-title font-semibold">
          {title}
        </h2>
        {action && <div data-print="off">{action}</div>}
      </header>
      {children}
    </section>
  )
}

/** The one line of a card that has nothing to show, with what would change that. */
export function CardEmpty({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1 px-4 py-4 text-body text-2 print:px-0">
      {children}
      {action && <span data-print="off">{action}</span>}
    </p>
  )
}

export const textButton =
  'rounded-chip px-1 text-label font-medium text-accent-text hover:underline inline-flex min-h-6 items-center'
