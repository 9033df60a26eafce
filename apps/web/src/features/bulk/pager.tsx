import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { IconButton } from '../../ui/icon-button.tsx'
import { rowsPerPage } from './bulk.calls.ts'
import { numberText } from '../../ui/reader.ts'

/** Which of how many rows are shown; nothing when one page holds all. */
export function Pager({
  page,
  total,
  onPage,
}: {
  page: number
  total: number
  onPage: (page: number) => void
}) {
  if (total <= rowsPerPage) return null
  const first = (page - 1) * rowsPerPage + 1
  const last = Math.min(total, page * rowsPerPage)
  return (
    <nav aria-label="Pages" className="flex items-center justify-end gap-2 text-label text-2">
      <span className="tabular">
        {numberText(first)} to {numberText(last)} of {numberText(total)}
      </span>
      <IconButton
        size="sm"
        label="Previous page"
        icon={<IconChevronLeft aria-hidden />}
        disabled={page === 1}
        onClick={() => onPage(page - 1)}
      />
      <IconButton
        size="sm"
        label="Next page"
        icon={<IconChevronRight aria-hidden />}
        disabled={last >= total}
        onClick={() => onPage(page + 1)}
      />
    </nav>
  )
}
