import { useState } from 'react'
import { IconAlertTriangle, IconCheck, IconCopy, IconRefresh } from '@tabler/icons-react'
import { Button } from './button.tsx'
import { cx } from './cx.ts'

type ErrorPanelProps = {
  title?: string
  text: string
  onRetry?: () => void
  /** The id under which the server logged the failure. */
  reference?: string
  compact?: boolean
  className?: string
}

/** A part of the page that could not be shown; the rest of the page keeps working. */
export function ErrorPanel({
  title = "Couldn't load this",
  text,
  onRetry,
  reference,
  compact,
  className,
}: ErrorPanelProps) {
  return (
    <div
      role="alert"
      className={cx(
        'mx-auto flex max-w-105 flex-col items-center gap-1 text-center',
        compact ? 'p-4' : 'p-12',
        className,
      )}
    >
      <span className="mb-2 flex size-9 items-center justify-center rounded-full bg-poor-soft text-poor">
        <IconAlertTriangle size={18} aria-hidden />
      </span>
      <p className="text-lead font-semibold">{title}</p>
      <p className="text-body text-2">{text}</p>
      {onRetry && (
        <Button className="mt-3" onClick={onRetry} icon={<IconRefresh aria-hidden />}>
          Retry
        </Button>
      )}
      {reference && <Reference id={reference} />}
    </div>
  )
}

function Reference({ id }: { id: string }) {
  const [copied, setCopied] = useState(false)
  return (
    <button
      type="button"
      className="mt-2 inline-flex min-h-6 items-center gap-1 rounded-chip px-1.5 text-label text-3 hover:bg-hover hover:text-2"
      onClick={() => {
        void navigator.clipboard.writeText(id).then(() => setCopied(true))
      }}
    >
      <span>
        Reference <span className="font-mono text-meta">{id}</span>
      </span>
      {copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
      <span className="hidden-text" aria-live="polite">
        {copied ? 'Copied' : 'Copy'}
      </span>
    </button>
  )
}
