import type { TimelineItem } from '@steward/contracts/timeline'

export type ChangeItem = Extract<TimelineItem, { kind: 'change' }>

/** What one line of the stream shows, from top to bottom. */
export type StreamRow =
  | { type: 'heading'; key: string; heading: string }
  | { type: 'item'; key: string; item: TimelineItem }
  /** Changes that follow each other, told as one line until someone opens it. */
  | { type: 'changes'; key: string; items: readonly ChangeItem[] }

export interface StreamContent {
  /** Pinned and bookmarked items; they are first, and not again among the others. */
  first: readonly TimelineItem[]
  /** Newest first. */
  items: readonly TimelineItem[]
}

export interface StreamView {
  /** Where the months begin depends on the reader's zone. */
  monthOf: (at: string) => string
  /** Folds of changes that are open, by their keys. */
  open: ReadonlySet<string>
  /** false where changes are what was asked for. */
  folds: boolean
}

const foldKey = (first: ChangeItem) => `changes-${first.itemId}`
const itemRow = (item: TimelineItem, where = 'item'): StreamRow => ({
  type: 'item',
  key: `${where}-${item.itemId}`,
  item,
})

/** The changes that begin a list of items. */
function changesAhead(items: readonly TimelineItem[], from: number, to: number): ChangeItem[] {
  const run: ChangeItem[] = []
  for (let at = from; at < to; at += 1) {
    const item = items[at]!
    if (item.kind !== 'change') break
    run.push(item)
  }
  return run
}

/** The rows of one month: single changes stand for themselves, several in a row are folded. */
function monthRows(items: readonly TimelineItem[], from: number, to: number, view: StreamView): StreamRow[] {
  const rows: StreamRow[] = []
  for (let at = from; at < to;) {
    const item = items[at]!
    const run = view.folds ? changesAhead(items, at, to) : []
    const [newest] = run
    if (newest && run.length > 1) {
      const key = foldKey(newest)
      rows.push({ type: 'changes', key, items: run })
      if (view.open.has(key)) rows.push(...run.map((change) => itemRow(change)))
      at += run.length
    } else {
      rows.push(itemRow(item))
      at += 1
    }
  }
  return rows
}

const heading = (text: string): StreamRow => ({ type: 'heading', key: `heading-${text}`, heading: text })

function firstHeading(first: readonly TimelineItem[]): string {
  if (first.every(({ pinned }) => pinned)) return 'Pinned'
  return first.some(({ pinned }) => pinned) ? 'Pinned and bookmarked' : 'Bookmarked'
}

/** Items as the rows of a stream: what is first, then month after month. */
export function streamRows({ first, items }: StreamContent, view: StreamView): StreamRow[] {
  const rows: StreamRow[] = []
  if (first.length > 0)
    rows.push(heading(firstHeading(first)), ...first.map((item) => itemRow(item, 'first')))
  const above = new Set(first.map(({ itemId }) => itemId))
  const below = above.size === 0 ? items : items.filter(({ itemId }) => !above.has(itemId))
  for (let from = 0; from < below.length;) {
    const month = view.monthOf(below[from]!.occurredAt)
    let to = from + 1
    while (to < below.length && view.monthOf(below[to]!.occurredAt) === month) to += 1
    rows.push(heading(month), ...monthRows(below, from, to, view))
    from = to
  }
  return rows
}

/** Where an item is drawn; -1 where it is not. */
export function rowOfItem(rows: readonly StreamRow[], itemId: number): number {
  return rows.findIndex((row) => row.type === 'item' && row.item.itemId === itemId)
}
