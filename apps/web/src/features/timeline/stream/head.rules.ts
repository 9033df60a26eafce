import type { TimelineItem, TimelinePage } from '@steward/contracts/timeline'

/** What others did since a timeline was read. */
export interface HeadNews {
  /** How many items are new. */
  count: number
  /** Items that look different now. */
  changed: readonly TimelineItem[]
  /** Items that are no longer there. */
  gone: readonly number[]
}

/** An item is marked as unread until its reader leaves, whatever was sent to the server meanwhile. */
const looks = ({ unread: _unread, ...item }: TimelineItem) => JSON.stringify(item)

/** Compares the newest items with those that are shown; older ones than the newest page no one looks at. */
export function headNews(held: readonly TimelineItem[], head: TimelinePage): HeadNews {
  const shown = new Map(held.map((item) => [item.itemId, item]))
  const now = new Map(head.data.map((item) => [item.itemId, item]))
  const count = head.data.filter(({ itemId }) => !shown.has(itemId)).length
  const changed = head.data.filter((item) => {
    const before = shown.get(item.itemId)
    return before !== undefined && looks(before) !== looks(item)
  })
  // Everything is in the head where it is the whole.
  const oldest = head.nextCursor === null ? '' : (head.data.at(-1)?.occurredAt ?? '')
  const gone = held.filter(({ itemId, occurredAt }) => occurredAt > oldest && !now.has(itemId))
  return { count, changed, gone: gone.map(({ itemId }) => itemId) }
}
