import type { KeyboardEvent } from 'react'
import { IconEyeOff, IconLock, IconPaperclip } from '@tabler/icons-react'
import type { MailThread } from '@steward/contracts/email'
import { agoText, exactText } from '../../components/time-text.ts'
import { cx } from '../../ui/cx.ts'
import { nameOf } from './address-list.rules.ts'
import { MailStateMark } from './mail-state.tsx'
import { privacyWords } from './privacy-words.ts'

type ThreadListProps = {
  threads: readonly MailThread[]
  /** The record of the page, which is not told as linked. */
  recordId: number
  chosen: number | null
  dimmed: boolean
  onChoose: (threadId: number) => void
}

const steps: Readonly<Record<string, number>> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }

/** Moves through the list by J and K while it has the keyboard. */
function onKeyDown(event: KeyboardEvent<HTMLElement>) {
  const step = steps[event.key]
  if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  event.stopPropagation()
  const buttons = [...event.currentTarget.querySelectorAll<HTMLButtonElement>('button')]
  const at = buttons.indexOf(document.activeElement as HTMLButtonElement)
  const next = buttons[Math.min(buttons.length - 1, Math.max(0, at + step))]
  next?.focus()
  next?.click()
}

export function ThreadList({ threads, recordId, chosen, dimmed, onChoose }: ThreadListProps) {
  return (
    // The keys work on the buttons inside.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <ul
      aria-label="Email threads"
      className={cx('flex flex-col', dimmed && 'opacity-60')}
      onKeyDown={onKeyDown}
    >
      {threads.map((thread) => (
        <li key={thread.threadId} className="border-b border-line">
          <button
            type="button"
            aria-current={thread.threadId === chosen}
            onClick={() => onChoose(thread.threadId)}
            className={cx(
              'flex w-full flex-col gap-0.5 px-4 py-2.5 text-left -outline-offset-2',
              thread.threadId === chosen ? 'bg-accent-soft' : 'hover:bg-hover',
            )}
          >
            <Row thread={thread} recordId={recordId} />
          </button>
        </li>
      ))}
    </ul>
  )
}

function Row({ thread, recordId }: { thread: MailThread; recordId: number }) {
  const { people, subject, snippet, lastAt, messageCount, state, hasFiles, privacy, status, linking } = thread
  const others = Object.values(linking)
    .flat()
    .filter(({ id }) => id !== recordId)
  return (
    <>
      <span className="flex items-baseline gap-2">
        <span className="min-w-0 flex-1 truncate font-medium">{people.map(nameOf).join(', ')}</span>
        {messageCount > 1 && (
          <span className="tabular text-label text-2">
            {messageCount}
            <span className="hidden-text"> messages</span>
          </span>
        )}
        <time
          dateTime={lastAt}
          data-tooltip={exactText(lastAt)}
          className="text-label whitespace-nowrap text-2"
        >
          {agoText(lastAt)}
        </time>
      </span>
      <span className="flex items-center gap-1.5">
        <span className="min-w-0 flex-1 truncate">{subject || 'No subject'}</span>
        {status === 10 && <IconEyeOff size={14} className="shrink-0 text-3" aria-label="Hidden" />}
        {privacy !== 'everyone' && (
          <IconLock size={14} className="shrink-0 text-3" aria-label={privacyWords[privacy].help} />
        )}
        {hasFiles && <IconPaperclip size={14} className="shrink-0 text-3" aria-label="With files" />}
        {(state === 'failed' || state === 'queued') && <MailStateMark state={state} />}
      </span>
      <span className="truncate text-label text-2">{snippet}</span>
      {others.length > 0 && (
        <span className="truncate text-meta text-3">{others.map(({ name }) => name).join(' · ')}</span>
      )}
    </>
  )
}
