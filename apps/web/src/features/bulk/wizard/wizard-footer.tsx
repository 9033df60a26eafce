import type { ReactNode } from 'react'

/** The bar under a step: what is still open on the left, ways back and on at the right. */
export function WizardFooter({ note, children }: { note?: ReactNode; children: ReactNode }) {
  return (
    <footer className="flex shrink-0 flex-wrap items-center justify-end gap-x-4 gap-y-2 border-t border-line bg-surface px-4 py-3">
      {note && <div className="min-w-0 flex-1 basis-60 text-body text-2">{note}</div>}
      <div className="flex items-center gap-2">{children}</div>
    </footer>
  )
}
