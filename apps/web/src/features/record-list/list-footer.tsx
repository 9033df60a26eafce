import { IconSum } from '@tabler/icons-react'
import type { Level } from '@steward/contracts/level'
import type { RecordList } from '@steward/contracts/record'
import { countText } from '../../entities/record-view/index.ts'
import { keepClear } from '../../ui/toast-room.ts'

type ListFooterProps = {
  level: Level
  list: RecordList | undefined
  /** Where lists are cards there is no row of totals. */
  hasGrid: boolean
  hasTotals: boolean
  onTotals: () => void
}

/** How many are shown, and whether there is a row of totals above. */
export function ListFooter({ level, list, hasGrid, hasTotals, onTotals }: ListFooterProps) {
  if (!list) return null
  return (
    <footer
      ref={keepClear}
      className="tabular flex h-7 shrink-0 items-center justify-between border-t border-line pr-2 pl-4 text-label text-2"
    >
      <span>{countText(list, level)}</span>
      {hasGrid && (
        <button
          type="button"
          aria-pressed={hasTotals}
          onClick={onTotals}
          className="flex h-6 items-center gap-1 rounded-chip px-2 hover:bg-hover hover:text-1 focus-visible:-outline-offset-2 aria-pressed:text-accent-text"
        >
          <IconSum size={14} aria-hidden />
          Totals
        </button>
      )}
    </footer>
  )
}
