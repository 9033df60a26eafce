import {
  IconBookmark,
  IconBookmarkFilled,
  IconDots,
  IconMessageCircle,
  IconPencil,
  IconPin,
  IconPinFilled,
} from '@tabler/icons-react'
import type { TimelineItem } from '@steward/contracts/timeline'
import { cx } from '../../../ui/cx.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import type { ItemActs } from './use-item-acts.ts'

type ItemActionsProps = {
  item: TimelineItem
  name: string
  acts: ItemActs
  commentsOpen: boolean
  onComments: () => void
  onMenu: (anchor: HTMLElement) => void
}

const quiet =
  'opacity-0 group-hover/item:opacity-100 group-focus-within/item:opacity-100 group-focus/item:opacity-100 pointer-coarse:opacity-100'

type ActionProps = Omit<ItemActionsProps, 'onMenu'>

function CommentsButton({ item, name, acts, commentsOpen, onComments }: ActionProps) {
  const { commentCount } = item
  if (!acts.mayWrite && commentCount === 0) return null
  const count = commentCount === 1 ? '1 comment' : `${commentCount} comments`
  return (
    <button
      type="button"
      aria-expanded={commentsOpen}
      aria-label={commentCount > 0 ? `${count} on ${name}` : `Comment on ${name}`}
      data-tooltip={commentCount > 0 ? count : 'Comment'}
      className={cx(
        'flex h-7 min-w-7 items-center justify-center gap-1 rounded-control px-1.5 text-label text-2 hover:bg-hover',
        commentCount === 0 && !commentsOpen && quiet,
      )}
      onClick={onComments}
    >
      <IconMessageCircle size={16} aria-hidden />
      {commentCount > 0 && <span className="tabular">{commentCount}</span>}
    </button>
  )
}

function PinButton({ item, name, acts }: Pick<ActionProps, 'item' | 'name' | 'acts'>) {
  const { pinned } = item
  const mayPin = acts.mayWrite && item.mayEdit
  if (!mayPin && !pinned) return null
  return (
    <IconButton
      size="sm"
      label={pinned ? `Unpin ${name}` : `Pin ${name} for everyone`}
      pressed={pinned}
      disabled={!mayPin}
      icon={pinned ? <IconPinFilled aria-hidden /> : <IconPin aria-hidden />}
      className={cx(!pinned && quiet, !pinned && 'max-sm:hidden')}
      onClick={() => acts.pin(item)}
    />
  )
}

/** The buttons of an item; those that say something of it are always there. */
export function ItemActions({ onMenu, ...props }: ItemActionsProps) {
  const { item, name, acts } = props
  const { bookmarked } = item
  return (
    <div data-print="off" className="flex shrink-0 items-center">
      <CommentsButton {...props} />
      {acts.mayEdit(item) && (
        <IconButton
          size="sm"
          label={`Edit ${name}`}
          shortcut="Enter"
          icon={<IconPencil aria-hidden />}
          className={cx(quiet, 'max-sm:hidden')}
          onClick={() => acts.edit(item)}
        />
      )}
      <PinButton {...props} />
      <IconButton
        size="sm"
        label={bookmarked ? `Remove bookmark from ${name}` : `Bookmark ${name}`}
        shortcut="b"
        pressed={bookmarked}
        icon={bookmarked ? <IconBookmarkFilled aria-hidden /> : <IconBookmark aria-hidden />}
        className={cx(!bookmarked && quiet)}
        onClick={() => acts.bookmark(item)}
      />
      <IconButton
        size="sm"
        label={`More about ${name}`}
        aria-haspopup="menu"
        icon={<IconDots aria-hidden />}
        className={quiet}
        onClick={({ currentTarget }) => onMenu(currentTarget)}
      />
    </div>
  )
}
