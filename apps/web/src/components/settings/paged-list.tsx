import { useEffect, useRef, type ReactNode } from 'react'
import { errorPanelProps } from '../../api/error-text.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Skeleton, SkeletonRows } from '../../ui/skeleton.tsx'
import { PageContent } from '../page-frame.tsx'

/** What a list needs to know of an infinite query. */
type Pages = {
  isError: boolean
  isPlaceholderData: boolean
  isFetchNextPageError: boolean
  isFetchingNextPage: boolean
  hasNextPage: boolean
  error: Error | null
  refetch: () => unknown
  fetchNextPage: () => unknown
}

type PagedListProps = {
  query: Pages
  /** undefined until the first page is there. */
  count: number | undefined
  /** What is loaded: "the audit log". */
  what: string
  /** On the button at the end of what is there: "Show earlier entries". */
  more: string
  empty: ReactNode
  children: ReactNode
}

/** The scrolling part of a page with a list that goes on: skeletons, error, nothing, rows, and the rest on demand. */
export function PagedList({ query, count, what, more, empty, children }: PagedListProps) {
  return (
    <PageContent className={cx(query.isPlaceholderData && 'opacity-60')}>
      {count === undefined && <First query={query} what={what} />}
      {count === 0 && empty}
      {count !== undefined && count > 0 && children}
      {query.isFetchNextPageError && (
        <ErrorPanel compact {...errorPanelProps(query.error)} onRetry={() => void query.fetchNextPage()} />
      )}
      {query.hasNextPage && !query.isFetchNextPageError && (
        <LoadMore label={more} busy={query.isFetchingNextPage} onMore={() => void query.fetchNextPage()} />
      )}
    </PageContent>
  )
}

function First({ query, what }: { query: Pages; what: string }) {
  if (query.isError) {
    return <ErrorPanel {...errorPanelProps(query.error)} onRetry={() => void query.refetch()} />
  }
  return (
    <SkeletonRows label={`Loading ${what}`} rowClassName="h-12 gap-4">
      <Skeleton className="h-3 w-14" />
      <Skeleton className="h-3 w-80 max-w-1/2" />
    </SkeletonRows>
  )
}

type LoadMoreProps = { label: string; busy: boolean; onMore: () => void }

/** The next part is asked for when the end comes into view, or by its button. */
function LoadMore({ label, busy, onMore }: LoadMoreProps) {
  const end = useRef<HTMLDivElement>(null)
  const more = useRef(onMore)
  useEffect(() => {
    more.current = onMore
  })
  useEffect(() => {
    if (busy || !end.current) return
    // Seen 600 px ahead, so that anyone who scrolls rarely waits.
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && more.current(), {
      rootMargin: '600px',
    })
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [busy])
  return (
    <div ref={end} data-print="off" className="flex justify-center p-4">
      <Button busy={busy} onClick={onMore}>
        {label}
      </Button>
    </div>
  )
}
