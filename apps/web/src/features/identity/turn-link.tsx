import type { ReactNode } from 'react'
import { Link } from '@tanstack/react-router'
import { cx } from '../../ui/cx.ts'

/** A link to another screen of the signed-out area; the address that was asked for is kept. */
export function TurnLink({
  to,
  className,
  children,
}: {
  to: string
  className?: string
  children: ReactNode
}) {
  return (
    <Link
      to={to}
      preload="intent"
      state={({ origin }) => ({ origin })}
      className={cx('rounded-chip py-0.5 text-body font-medium text-accent-text hover:underline', className)}
    >
      {children}
    </Link>
  )
}
