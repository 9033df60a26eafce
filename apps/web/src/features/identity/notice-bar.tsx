import { IconCircleCheck } from '@tabler/icons-react'

/** Something that went well, above a form. */
export function NoticeBar({ children }: { children: string }) {
  return (
    <div
      role="status"
      className="flex items-start gap-2 rounded-control bg-good-soft px-3 py-2 text-body text-good"
    >
      <IconCircleCheck size={16} className="mt-0.5 shrink-0" aria-hidden />
      <span className="min-w-0 flex-1">{children}</span>
    </div>
  )
}
