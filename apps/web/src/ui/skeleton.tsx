import { cx } from './cx.ts'

/** A grey bar in the final geometry. It shows after 120 ms, so that quick answers never flicker. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={cx('late-in block rounded-chip bg-hover', className ?? 'h-3 w-full')} />
}
