import { useLayoutEffect, useRef, useState } from 'react'
import { isRichText } from '@steward/rich-text'
import { StoredTextView } from '../../../entities/rich-text/index.ts'
import { cx } from '../../../ui/cx.ts'

type ItemBodyProps = { text: string; isOpen: boolean; onOpen: (open: boolean) => void; name: string }

/** The text of an item: six lines of it, and the rest when it is asked for. */
export function ItemBody({ text, isOpen, onOpen, name }: ItemBodyProps) {
  const holder = useRef<HTMLDivElement>(null)
  const [isLong, setLong] = useState(false)

  useLayoutEffect(() => {
    const element = holder.current
    if (!element || isOpen) return
    const measure = () => setLong(element.scrollHeight > element.clientHeight + 1)
    measure()
    // Pictures come later, and a narrower window has more lines.
    const watcher = new ResizeObserver(measure)
    watcher.observe(element)
    for (const inner of element.children) watcher.observe(inner)
    return () => watcher.disconnect()
  }, [isOpen])

  return (
    <div className="mt-1">
      <div
        ref={holder}
        // What the focus reaches has to be seen.
        onFocus={() => isLong && !isOpen && onOpen(true)}
        className={cx(
          'timeline-body max-w-3xl',
          !isOpen && 'max-h-30 overflow-hidden',
          !isOpen && isLong && 'timeline-clamp',
        )}
      >
        <div>
          {isRichText(text) ? (
            <StoredTextView text={text} />
          ) : (
            <p className="whitespace-pre-wrap wrap-anywhere">{text}</p>
          )}
        </div>
      </div>
      {(isLong || isOpen) && (
        <button
          type="button"
          aria-expanded={isOpen}
          aria-label={isOpen ? `Show less of ${name}` : `Show more of ${name}`}
          className="mt-0.5 -ml-1 rounded-chip px-1 py-0.5 text-label font-medium text-accent-text hover:underline"
          onClick={() => onOpen(!isOpen)}
        >
          {isOpen ? 'Show less' : 'Show more'}
        </button>
      )}
    </div>
  )
}
