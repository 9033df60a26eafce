import type { ReactNode } from 'react'
import { cx } from './cx.ts'

type TableHeadProps = {
  /** The columns of its grid. */
  className: string
  /** From which width on there is a head. */
  shown?: string
  rowIndex?: number
  children: ReactNode
}

/** The head of a table whose rows are cards below some width; the head is not there then. */
export function TableHead({ className, shown = 'hidden md:block', rowIndex, children }: TableHeadProps) {
  return (
    <div role="rowgroup" className={cx('sticky top-0 z-1 bg-surface', shown)}>
      <div
        role="row"
        aria-rowindex={rowIndex}
        className={cx(
          'grid h-8 items-center border-b border-line px-4 text-label font-medium text-2',
          className,
        )}
      >
        {children}
      </div>
    </div>
  )
}

/** A header that only screen readers need. */
export function HiddenHeader({ children }: { children: string }) {
  return (
    <span role="columnheader">
      <span className="hidden-text">{children}</span>
    </span>
  )
}
