import { IconAlertCircle, IconX } from '@tabler/icons-react'

/** A failed sign-in, above the form. */
export function ErrorBar({ text, onClose }: { text: string; onClose: () => void }) {
  return (
    <div
      role="alert"
      className="flex items-start gap-2 rounded-control bg-poor-soft py-2 pr-1.5 pl-3 text-body text-poor"
    >
      <IconAlertCircle size={16} className="mt-0.5 shrink-0" aria-hidden />
      <span className="min-w-0 flex-1">{text}</span>
      <button
        type="button"
        aria-label="Close message"
        onClick={onClose}
        className="-my-0.5 flex size-6 shrink-0 items-center justify-center rounded-chip hover:bg-surface"
      >
        <IconX size={14} aria-hidden />
      </button>
    </div>
  )
}
