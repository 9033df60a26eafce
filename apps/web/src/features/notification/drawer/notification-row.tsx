import {
  IconChecklist,
  IconListCheck,
  IconMail,
  IconStack2,
  IconUserCircle,
  type Icon,
} from '@tabler/icons-react'
import type { Notification } from '@steward/contracts/notification'
import type { NotificationCategory } from '@steward/contracts/plain/notification'
import { agoText, exactText } from '../../../components/time-text.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { cx } from '../../../ui/cx.ts'

const icons: Record<NotificationCategory, Icon> = {
  task: IconChecklist,
  playbook: IconListCheck,
  entity: IconUserCircle,
  email: IconMail,
  bulkUpdate: IconStack2,
}

type NotificationRowProps = { notification: Notification; onOpen: () => void }

/** One notification: who, what, when, and whether it is new. */
export function NotificationRow({ notification, onOpen }: NotificationRowProps) {
  const { category, actor, text, isSeen, updatedAt } = notification
  const CategoryIcon = icons[category]
  return (
    <button
      type="button"
      data-notification={notification.id}
      onClick={onOpen}
      className="flex w-full items-start gap-3 px-5 py-2.5 text-left hover:bg-hover focus-visible:-outline-offset-2"
    >
      {actor && category !== 'bulkUpdate' ? (
        <Avatar name={actor.name} size={32} />
      ) : (
        <span className="flex size-8 shrink-0 items-center justify-center rounded-full bg-accent-soft text-accent-text">
          <CategoryIcon size={16} aria-hidden />
        </span>
      )}
      <span className="min-w-0 flex-1">
        <span className={cx('block wrap-anywhere', isSeen ? 'text-2' : 'font-medium text-1')}>
          {!isSeen && <span className="hidden-text">Unread: </span>}
          {text}
        </span>
        <time dateTime={updatedAt} data-tooltip={exactText(updatedAt)} className="text-label text-3">
          {agoText(updatedAt)}
        </time>
      </span>
      <span
        aria-hidden
        className={cx('mt-1.5 size-2 shrink-0 rounded-full', isSeen ? 'bg-transparent' : 'bg-accent')}
      />
    </button>
  )
}
