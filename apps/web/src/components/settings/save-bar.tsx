import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'

type SaveBarProps = {
  /** What is said of the state of things. */
  status?: string
  save: string
  /** Absent where the bar ends a form, which its button then sends. */
  onSave?: () => void
  busy: boolean
  disabled?: boolean
  back?: { label: string; disabled?: boolean }
  onBack: () => void
  className?: string
}

/** At the end of what was changed and is not saved yet. */
export function SaveBar({ status = 'Not saved yet', onSave, onBack, ...props }: SaveBarProps) {
  const { save, busy, disabled, back = { label: 'Discard' }, className } = props
  return (
    <div
      className={cx(
        'sticky bottom-0 flex items-center justify-end gap-2 border-t border-line bg-surface px-4 py-3',
        className,
      )}
    >
      <span role="status" className="mr-auto text-label text-2">
        {status}
      </span>
      <Button onClick={onBack} disabled={back.disabled}>
        {back.label}
      </Button>
      <Button
        type={onSave ? 'button' : 'submit'}
        variant="primary"
        busy={busy}
        disabled={disabled}
        onClick={onSave}
      >
        {save}
      </Button>
    </div>
  )
}
