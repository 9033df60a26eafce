import { IconRefresh } from '@tabler/icons-react'
import { numberText } from '../../../ui/reader.ts'

/** Says how many records others changed, and reads the screen again when pressed. */
export function UpdatesButton({ count, onRefresh }: { count: number; onRefresh: () => void }) {
  return (
    <button
      type="button"
      className="pointer-events-auto flex h-7 items-center gap-1.5 rounded-full border border-line bg-raised px-3 text-label font-medium shadow-float hover:bg-hover"
      onClick={onRefresh}
    >
      <IconRefresh size={14} aria-hidden />
      <span className="tabular">
        {numberText(count)} {count === 1 ? 'update' : 'updates'}
      </span>
      <span aria-hidden>·</span>
      <span className="text-accent-text">Refresh</span>
    </button>
  )
}
