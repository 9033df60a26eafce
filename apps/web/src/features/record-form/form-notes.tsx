import type { ReactNode } from 'react'
import { IconAlertCircle, IconHistory } from '@tabler/icons-react'
import { type ValueLookups, valueOf, valueText } from '../../entities/value/index.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import type { FormConflict } from './use-submit-record.ts'

function Note({ tone, icon, children }: { tone: 'info' | 'poor'; icon: ReactNode; children: ReactNode }) {
  return (
    <div
      role={tone === 'poor' ? 'alert' : 'status'}
      className={cx(
        'flex items-start gap-2 rounded-control px-3 py-2.5 text-body',
        tone === 'poor' ? 'bg-poor-soft text-poor' : 'bg-info-soft text-info',
      )}
    >
      <span className="flex h-5 shrink-0 items-center">{icon}</span>
      <div className="min-w-0 flex-1">{children}</div>
    </div>
  )
}

export function DraftNote({ onStartOver }: { onStartOver: () => void }) {
  return (
    <Note tone="info" icon={<IconHistory size={16} aria-hidden />}>
      <div className="flex flex-wrap items-center justify-between gap-2">
        Your earlier input was restored.
        <button type="button" className="h-6 rounded-chip font-medium underline" onClick={onStartOver}>
          Start over
        </button>
      </div>
    </Note>
  )
}

export function FailureNote({ text }: { text: string }) {
  return (
    <Note tone="poor" icon={<IconAlertCircle size={16} aria-hidden />}>
      {text}
    </Note>
  )
}

type ConflictNoteProps = {
  conflict: FormConflict
  lookups: ValueLookups
  onKeepMine: () => void
  onTakeTheirs: () => void
}

/** Someone else was faster; nothing is overwritten before one side is chosen. */
export function ConflictNote({ conflict, lookups, onKeepMine, onTakeTheirs }: ConflictNoteProps) {
  const { fields, theirs } = conflict
  return (
    <Note tone="poor" icon={<IconAlertCircle size={16} aria-hidden />}>
      Another user changed this while you were editing:
      <ul className="mt-1">
        {fields.map((field) => (
          <li key={field.name} className="wrap-anywhere text-1">
            {field.displayName} is now{' '}
            <span className="font-medium">
              {valueText(field, valueOf(theirs, field), lookups) || 'empty'}
            </span>
          </li>
        ))}
      </ul>
      <div className="mt-2.5 flex gap-2">
        <Button size="sm" onClick={onKeepMine}>
          Keep mine
        </Button>
        <Button size="sm" onClick={onTakeTheirs}>
          Use theirs
        </Button>
      </div>
    </Note>
  )
}
