import type { ReactNode } from 'react'
import { cx } from './cx.ts'

/** A gray bar in the final geometry. It shows after 120 ms, so that quick answers never flicker. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={cx('late-in block rounded-chip bg-hover', className ?? 'h-3 w-full')} />
}

const rows = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth']

type SkeletonRowsProps = {
  /** What a screen reader is notified. */
  label: string
  className?: string
  rowClassName: string
  /** What is in each row. */
  children: ReactNode
}

/** Eight rows of a list that is being loaded. */
export function SkeletonRows({ label, className, rowClassName, children }: SkeletonRowsProps) {
  return (
    <div role="status" className={className}>
      <span className="hidden-text">{label}</span>
      {rows.map((row) => (
        <div key={row} className={cx('flex items-center border-b border-line px-4', rowClassName)}>
          {children}
        </div>
      ))}
    </div>
  )
}
