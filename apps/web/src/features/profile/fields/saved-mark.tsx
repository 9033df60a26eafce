import { IconCheck } from '@tabler/icons-react'
import { Spinner } from '../../../ui/spinner.tsx'

/** Tells quietly at a field that its value is kept. */
export function SavedMark({ mark }: { mark: 'saving' | 'saved' | undefined }) {
  return (
    <span role="status" className="flex h-4 items-center gap-1 self-center text-label text-good">
      {mark === 'saving' && (
        <>
          <Spinner size={12} />
          <span className="hidden-text">Saving</span>
        </>
      )}
      {mark === 'saved' && (
        <>
          <IconCheck size={14} aria-hidden />
          Saved
        </>
      )}
    </span>
  )
}
