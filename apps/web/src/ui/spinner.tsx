import { cx } from './cx.ts'

/** A turning ring. With a `label` it is announced; without one it decorates something that is. */
export function Spinner({
  label,
  size = 16,
  className,
}: {
  label?: string
  size?: number
  className?: string
}) {
  return (
    <span role={label ? 'status' : undefined} className={cx('inline-flex', className)}>
      <svg
        className="spin"
        width={size}
        height={size}
        viewBox="0 0 16 16"
        fill="none"
        strokeWidth="2"
        aria-hidden
      >
        <circle cx="8" cy="8" r="6.5" stroke="currentColor" opacity="0.25" />
        <path d="M8 1.5A6.5 6.5 0 0 1 14.5 8" stroke="currentColor" strokeLinecap="round" />
      </svg>
      {label && <span className="hidden-text">{label}</span>}
    </span>
  )
}
