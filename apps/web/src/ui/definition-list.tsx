import { Fragment, type ReactNode } from 'react'
import { cx } from './cx.ts'

type DefinitionListProps = {
  items: { term: string; value: ReactNode }[]
  /** Pixels of the term column. */
  width?: number
  className?: string
}

/** Terms left, values right, without a table. */
export function DefinitionList({ items, width = 128, className }: DefinitionListProps) {
  return (
    <dl
      className={cx('grid gap-x-3 gap-y-2 text-body', className)}
      style={{ gridTemplateColumns: `${width}px minmax(0, 1fr)` }}
    >
      {items.map(({ term, value }) => (
        <Fragment key={term}>
          <dt className="truncate text-3">{term}</dt>
          <dd className="min-w-0 text-1">{value}</dd>
        </Fragment>
      ))}
    </dl>
  )
}
