import { IconAlertCircle } from '@tabler/icons-react'

/** Why a form was refused as a whole, inside the form: over a modal panel a message would not be reached. */
export function FormAlert({ text }: { text: string | null }) {
  if (!text) return null
  return (
    <p
      role="alert"
      className="flex items-start gap-2 rounded-control bg-poor-soft px-3 py-2 text-body text-poor"
    >
      <IconAlertCircle size={16} className="mt-0.5 shrink-0" aria-hidden />
      <span className="min-w-0 wrap-anywhere">{text}</span>
    </p>
  )
}
