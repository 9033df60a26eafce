import { memo, Suspense, type KeyboardEvent } from 'react'
import type { TimelineItem } from '@steward/contracts/timeline'
import { AppLink } from '../../../components/app-link.tsx'
import { FileChips } from '../../../entities/file/index.ts'
import { useRecordScreen } from '../../../entities/record-screen/index.ts'
import { paths } from '../../../paths.ts'
import { Badge } from '../../../ui/badge.tsx'
import { cx } from '../../../ui/cx.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { ChangeFold, ChangeLine } from './change-lines.tsx'
import { ItemActions } from './item-actions.tsx'
import { ItemBody } from './item-body.tsx'
import { ItemHeading, ItemIcon } from './item-heading.tsx'
import { ItemMeta } from './item-meta.tsx'
import { itemName, spokenName } from './item-words.ts'
import type { StreamRow } from './stream-rows.rules.ts'
import { SurveyAnswers } from './survey-answers.tsx'
import type { ItemActs } from './use-item-acts.ts'

const LazyComments = lazyPart(() => import('../comments/item-comments.tsx'), 'ItemComments')

/** What is open in the stream, by the keys of rows; it stays while they scroll out of sight. */
export interface OpenParts {
  folds: ReadonlySet<string>
  bodies: ReadonlySet<string>
  comments: ReadonlySet<string>
}

export interface RowEvents {
  toggle(part: keyof OpenParts, key: string): void
  onMenu(item: TimelineItem, anchor: HTMLElement): void
  /** Moves the focus to the item before or after a row. */
  onStep(key: string, by: 1 | -1): void
}

type TimelineRowProps = {
  row: StreamRow
  acts: ItemActs
  events: RowEvents
  open: OpenParts
  /** The item that the address names. */
  isMarked: boolean
}

/** One line of the stream. */
export const TimelineRow = memo(function TimelineRow({
  row,
  acts,
  events,
  open,
  isMarked,
}: TimelineRowProps) {
  if (row.type === 'heading') {
    return <h3 className="px-4 pt-5 pb-1.5 text-label font-semibold text-2 sm:px-6">{row.heading}</h3>
  }
  if (row.type === 'changes') {
    return (
      <div className="px-4 sm:px-6">
        <ChangeFold
          items={row.items}
          isOpen={open.folds.has(row.key)}
          onToggle={() => events.toggle('folds', row.key)}
        />
      </div>
    )
  }
  return <ItemRow row={row} acts={acts} events={events} open={open} isMarked={isMarked} />
})

type ItemRowProps = Omit<TimelineRowProps, 'row'> & { row: Extract<StreamRow, { type: 'item' }> }

function useRowKeys({ row, acts, events }: ItemRowProps) {
  const { item, key } = row
  const acting: Readonly<Record<string, () => void>> = {
    Enter: () => (acts.mayEdit(item) ? acts.edit(item) : events.toggle('bodies', key)),
    c: () => events.toggle('comments', key),
    Delete: () => acts.mayRemove(item) && acts.remove(item),
    ArrowDown: () => events.onStep(key, 1),
    ArrowUp: () => events.onStep(key, -1),
  }
  return (event: KeyboardEvent) => {
    const act = acting[event.key]
    if (!act || event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    act()
  }
}

function ItemRow(props: ItemRowProps) {
  const { row, acts, events, open, isMarked } = props
  const { item, key } = row
  const onKeyDown = useRowKeys(props)
  const name = itemName(item)
  const commentsOpen = open.comments.has(key)
  const isChange = item.kind === 'change'
  return (
    // Items are walked through with the arrows, and have keys of their own.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <article
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      data-item={item.itemId}
      data-row-key={key}
      aria-label={spokenName(item)}
      onKeyDown={onKeyDown}
      className={cx(
        'group/item relative px-4 focus-visible:-outline-offset-2 sm:px-6',
        isChange ? 'py-0' : 'border-b border-line py-2.5',
        isMarked ? 'bg-accent-soft' : 'hover:bg-hover/50',
      )}
    >
      {item.kind === 'change' ? (
        <ChangeLine item={item} />
      ) : (
        <div className="flex gap-2.5">
          <span className="mt-0.5 flex size-7 shrink-0 items-center justify-center rounded-full bg-none-soft text-2">
            <ItemIcon item={item} />
          </span>
          <div className="min-w-0 flex-1">
            <div className="flex items-start gap-2">
              <div className="flex min-h-7 min-w-0 flex-1 flex-wrap items-center gap-x-2 gap-y-0.5">
                {item.unread && <Badge tone="accent">New for you</Badge>}
                <ItemHeading item={item} />
              </div>
              <ItemActions
                item={item}
                name={name}
                acts={acts}
                commentsOpen={commentsOpen}
                onComments={() => events.toggle('comments', key)}
                onMenu={(anchor) => events.onMenu(item, anchor)}
              />
            </div>
            <ItemMeta item={item} />
            {item.body && (
              <ItemBody
                text={item.body}
                name={name}
                isOpen={open.bodies.has(key)}
                onOpen={() => events.toggle('bodies', key)}
              />
            )}
            <Outcome item={item} />
            {item.kind === 'survey' && <SurveyAnswers details={item.details} />}
            {item.kind === 'email' && <ThreadLink threadId={item.details.threadId} name={name} />}
            {item.files.length > 0 && <FileChips files={item.files} className="mt-2" />}
            {commentsOpen && (
              <Suspense>
                <LazyComments item={item} mayWrite={acts.mayWrite} />
              </Suspense>
            )}
          </div>
        </div>
      )}
    </article>
  )
}

/** Leads from a mail to all that belongs to it. */
function ThreadLink({ threadId, name }: { threadId: number; name: string }) {
  const { level, id } = useRecordScreen()
  return (
    <AppLink
      to={`${paths.record(level.plural, id)}?tab=emails&thread=${threadId}`}
      aria-label={`Open the thread of ${name}`}
      data-print="off"
      className="mt-0.5 -ml-1 inline-block rounded-chip px-1 py-0.5 text-label font-medium text-accent-text hover:underline"
    >
      Open thread
    </AppLink>
  )
}

function Outcome({ item }: { item: TimelineItem }) {
  if (item.kind !== 'activity' || !item.details.outcome) return null
  return (
    <p className="mt-1 max-w-3xl wrap-anywhere">
      <span className="text-3">Outcome</span> {item.details.outcome}
    </p>
  )
}
