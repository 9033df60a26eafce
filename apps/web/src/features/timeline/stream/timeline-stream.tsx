import { Suspense, useCallback, useMemo, useState, useSyncExternalStore } from 'react'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { TimelineItem } from '@steward/contracts/timeline'
import { errorPanelProps } from '../../../api/error-text.ts'
import { useSearchParams } from '../../../components/search-params.ts'
import { useShortcut } from '../../../components/shortcuts.ts'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { ComposerRow } from '../compose/composer-row.tsx'
import { everything, isFiltered, viewParams, type TimelineView } from '../filter/timeline-view.ts'
import { forgetLogged, readLogged, subscribeLogged } from '../logged.ts'
import type { Subject } from '../logging.calls.ts'
import { timelineQuery } from '../timeline.calls.ts'
import { monthText } from '../when.rules.ts'
import { LinkedItem } from './linked-item.tsx'
import { NewsButton } from './news-button.tsx'
import { StreamEmpty, StreamSkeleton } from './stream-empty.tsx'
import { StreamList } from './stream-list.tsx'
import { streamRows } from './stream-rows.rules.ts'
import { useItemActs, type ItemActs } from './use-item-acts.ts'
import { useOpenParts } from './use-open-parts.ts'
import { useSeen } from './use-seen.ts'

const LazyItemMenu = lazyPart(() => import('./item-menu.tsx'), 'ItemMenu')
const LazyRevision = lazyPart(() => import('../compose/revision.tsx'), 'Revision')

const idOf = (value: unknown): number | null => {
  const id = Number(value)
  return Number.isSafeInteger(id) && id > 0 ? id : null
}

const none: never[] = []

/** All items that were read, in their order, and those that are first. */
function useContent(subject: Subject, view: TimelineView) {
  const query = useInfiniteQuery(timelineQuery(subject.level, subject.id, view))
  const pages = query.data?.pages
  const items = useMemo(() => pages?.flatMap(({ data }) => data), [pages])
  return { query, items, first: pages?.[0]?.first ?? none }
}

type StreamProps = { subject: Subject; view: TimelineView }

/** B marks the item in which the focus is. */
function useBookmarkKey(items: readonly TimelineItem[] | undefined, acts: ItemActs): void {
  useShortcut(
    'b',
    () => {
      const id = idOf(document.activeElement?.closest<HTMLElement>('[data-item]')?.dataset['item'])
      const item = items?.find(({ itemId }) => itemId === id)
      if (item) acts.bookmark(item)
    },
    { label: 'Bookmark the item in focus', group: 'Timeline' },
  )
}

/** Which item is to be brought into view: what was logged just now, or else what the address names. */
function useGoTo(asked: number | null): { goTo: number | null; onGone: () => void } {
  const logged = useSyncExternalStore(subscribeLogged, readLogged)
  const [reached, setReached] = useState<number | null>(null)
  const onGone = useCallback(() => {
    forgetLogged()
    setReached(asked)
  }, [asked])
  return { goTo: logged ?? (asked === reached ? null : asked), onGone }
}

/** The timeline of a record in one view: where logging begins, and the stream itself. */
export function TimelineStream({ subject, view }: StreamProps) {
  // The stream needs the element that scrolls, which is there after the first drawing.
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null)
  const [search, setSearch] = useSearchParams()
  const { query, items, first } = useContent(subject, view)
  const acts = useItemActs(subject)
  const asked = idOf(search['item'])
  const isElsewhere = items !== undefined && !items.some(({ itemId }) => itemId === asked)
  useBookmarkKey(items, acts)

  return (
    <>
      <div className="relative min-h-0 flex-1">
        {items && (
          <NewsButton
            subject={subject}
            view={view}
            held={items}
            onShow={() => scroller?.scrollTo({ top: 0 })}
          />
        )}
        <div
          ref={setScroller}
          data-print="page"
          className="h-full overflow-y-auto overscroll-contain"
          role="region"
          aria-label="Timeline"
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region is reached by keyboard
          tabIndex={0}
        >
          {acts.mayWrite && !isFiltered(view) && <ComposerRow subject={subject} />}
          {asked !== null && isElsewhere && (
            <LinkedItem itemId={asked} acts={acts} onClose={() => setSearch({ item: undefined })} />
          )}
          {items && scroller && (
            <Items
              subject={subject}
              view={view}
              items={items}
              first={first}
              query={query}
              acts={acts}
              asked={asked}
              scroller={scroller}
            />
          )}
          {!items && <NotYet query={query} />}
        </div>
      </div>
      {acts.mayWrite && <AskedRevision subject={subject} />}
    </>
  )
}

/** The composer of the item that the address says is edited. */
function AskedRevision({ subject }: { subject: Subject }) {
  const [search, setSearch] = useSearchParams()
  const revised = idOf(search['revise'])
  if (revised === null) return null
  return (
    <Suspense>
      <LazyRevision
        key={revised}
        itemId={revised}
        subject={subject}
        onClose={() => setSearch({ revise: undefined })}
      />
    </Suspense>
  )
}

type StreamQuery = ReturnType<typeof useContent>['query']

function NotYet({ query }: { query: StreamQuery }) {
  if (!query.isError) return <StreamSkeleton />
  return <ErrorPanel {...errorPanelProps(query.error)} onRetry={() => void query.refetch()} />
}

type ItemsProps = StreamProps & {
  items: readonly TimelineItem[]
  first: readonly TimelineItem[]
  query: StreamQuery
  acts: ItemActs
  asked: number | null
  scroller: HTMLDivElement
}

/** What was read of the stream, and what is still to come. */
function Items({ subject, view, items, first, query, acts, asked, scroller }: ItemsProps) {
  const [, setSearch] = useSearchParams()
  const { open, toggle } = useOpenParts()
  const onSeen = useSeen()
  const { goTo, onGone } = useGoTo(asked)
  const [menu, setMenu] = useState<{ item: TimelineItem; anchor: HTMLElement } | null>(null)
  const rows = useMemo(
    () =>
      streamRows({ first, items }, { monthOf: monthText, open: open.folds, folds: view.kinds.length !== 1 }),
    [first, items, open.folds, view.kinds.length],
  )
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query
  const onEnd = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage])
  const events = useMemo(
    () => ({ toggle, onMenu: (item: TimelineItem, anchor: HTMLElement) => setMenu({ item, anchor }) }),
    [toggle],
  )

  if (rows.length === 0) {
    return (
      <StreamEmpty
        subject={subject}
        isFiltered={isFiltered(view)}
        mayWrite={acts.mayWrite}
        onClear={() => setSearch(viewParams(everything))}
      />
    )
  }
  return (
    <>
      <StreamList
        placeKey={JSON.stringify([subject.level.id, subject.id, view])}
        rows={rows}
        scroller={scroller}
        acts={acts}
        open={open}
        events={events}
        goTo={goTo}
        marked={asked}
        onGone={onGone}
        onEnd={onEnd}
        onSeen={onSeen}
      />
      {isFetchingNextPage && <Spinner label="Loading earlier items" className="mx-auto my-4" />}
      {isFetchNextPageError && (
        <ErrorPanel compact {...errorPanelProps(query.error)} onRetry={() => void fetchNextPage()} />
      )}
      {menu && (
        <Suspense>
          <LazyItemMenu {...menu} acts={acts} onClose={() => setMenu(null)} />
        </Suspense>
      )}
    </>
  )
}
