import type { ReactNode } from 'react'
import { cx } from './cx.ts'

export type EmptyKind = 'nothing' | 'no-match' | 'no-permission' | 'not-connected'

const drawings: Record<EmptyKind, ReactNode> = {
  nothing: (
    <>
      <rect x="22" y="12" width="76" height="18" rx="5" className="fill-sunken stroke-line" />
      <rect x="14" y="36" width="92" height="20" rx="5" className="fill-accent-soft stroke-accent" />
      <circle cx="26" cy="46" r="4.5" className="fill-surface stroke-accent" />
      <path d="M38 43h34M38 49h20" className="stroke-accent" />
      <path d="M92 46h6M95 43v6" className="stroke-accent" />
      <rect x="22" y="62" width="76" height="18" rx="5" className="fill-sunken stroke-line" />
    </>
  ),
  'no-match': (
    <>
      <rect x="16" y="14" width="64" height="14" rx="4" className="fill-sunken stroke-line" />
      <rect x="16" y="34" width="46" height="14" rx="4" className="fill-sunken stroke-line" />
      <rect x="16" y="54" width="56" height="14" rx="4" className="fill-sunken stroke-line" />
      <circle cx="78" cy="46" r="19" className="fill-surface stroke-edge" />
      <path d="m92 60 13 13" className="stroke-edge" />
      <path d="m72 40 12 12m0-12-12 12" className="stroke-accent" />
    </>
  ),
  'no-permission': (
    <>
      <rect x="18" y="18" width="84" height="58" rx="8" className="fill-sunken stroke-line" />
      <path d="M18 31h84" className="stroke-line" />
      <circle cx="26" cy="24.5" r="1.5" className="fill-edge" />
      <circle cx="32" cy="24.5" r="1.5" className="fill-edge" />
      <rect x="46" y="48" width="28" height="20" rx="4" className="fill-accent-soft stroke-accent" />
      <path d="M52 48v-4a8 8 0 0 1 16 0v4" className="stroke-accent" />
      <path d="M60 56v4" className="stroke-accent" />
    </>
  ),
  'not-connected': (
    <>
      <rect x="10" y="28" width="38" height="34" rx="8" className="fill-sunken stroke-line" />
      <rect x="72" y="28" width="38" height="34" rx="8" className="fill-accent-soft stroke-accent" />
      <path d="M48 45h7M72 45h-7" className="stroke-edge" />
      <path d="m57 38 6 14" strokeDasharray="2 4" className="stroke-edge" />
      <path d="M22 41h14M22 49h8" className="stroke-edge" />
      <path d="M84 45h14M91 38v14" className="stroke-accent" />
    </>
  ),
}

type EmptyStateProps = {
  kind: EmptyKind
  title: string
  /** One or two sentences: what belongs here, or how to get on. */
  children?: ReactNode
  action?: ReactNode
  className?: string
}

export function EmptyState({ kind, title, children, action, className }: EmptyStateProps) {
  return (
    <div
      className={cx(
        'mx-auto flex max-w-110 flex-col items-center px-4 py-12 text-center text-balance',
        className,
      )}
    >
      <svg
        width="120"
        height="90"
        viewBox="0 0 120 90"
        fill="none"
        strokeWidth="1.5"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden
      >
        {drawings[kind]}
      </svg>
      <p className="mt-3 text-lead font-semibold">{title}</p>
      {children && <div className="mt-1 text-body text-2">{children}</div>}
      {action && <div className="mt-4 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  )
}
