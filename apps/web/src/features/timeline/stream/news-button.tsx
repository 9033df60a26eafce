import { IconArrowUp } from '@tabler/icons-react'
import type { TimelineItem } from '@steward/contracts/timeline'
import { numberText } from '../../../ui/reader.ts'
import type { TimelineView } from '../filter/timeline-view.ts'
import type { Subject } from '../logging.calls.ts'
import { useNews } from './use-news.ts'

type NewsButtonProps = {
  subject: Subject
  view: TimelineView
  held: readonly TimelineItem[]
  onShow: () => void
}

/** Offers what others added meanwhile; by itself nothing moves under the reader. */
export function NewsButton({ subject, view, held, onShow }: NewsButtonProps) {
  const { count, show } = useNews(subject, view, held)
  return (
    <div
      role="status"
      data-print="off"
      className="pointer-events-none absolute inset-x-0 top-2 z-10 flex justify-center"
    >
      {count > 0 && (
        <button
          type="button"
          className="pointer-events-auto flex h-7 items-center gap-1.5 rounded-full border border-line bg-raised px-3 text-label font-medium shadow-float hover:bg-hover"
          onClick={() => {
            show()
            onShow()
          }}
        >
          <IconArrowUp size={14} aria-hidden />
          <span className="tabular">{numberText(count)} new</span>
          <span aria-hidden>·</span>
          <span className="text-accent-text">Show</span>
        </button>
      )}
    </div>
  )
}
