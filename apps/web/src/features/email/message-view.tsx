import { useState } from 'react'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import type { MailAddress, MailMessage } from '@steward/contracts/email'
import { FileChips } from '../../entities/file/index.ts'
import { agoText, exactText } from '../../components/time-text.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { fullAddress, nameOf } from './address-list.rules.ts'
import { MailFrame } from './mail-frame.tsx'
import { MailStateMark } from './mail-state.tsx'

type MessageViewProps = {
  message: MailMessage
  open: boolean
  onToggle: () => void
  onRetry: () => void
  retrying: boolean
  onExpired: () => void
}

/** A mail of a thread; folded it shows who wrote it and how it begins. */
export function MessageView({ message, open, onToggle, ...rest }: MessageViewProps) {
  const { from, occurredAt, text, state } = message
  const Mark = open ? IconChevronDown : IconChevronRight
  return (
    <article aria-label={`Email from ${nameOf(from)}`} className="rounded-card border border-line bg-surface">
      <button
        type="button"
        aria-expanded={open}
        onClick={onToggle}
        className="flex w-full items-center gap-2.5 rounded-card px-3 py-2.5 text-left hover:bg-hover"
      >
        <Avatar name={nameOf(from)} size={24} />
        <span className="flex min-w-0 flex-1 flex-col">
          <span className="truncate font-medium">{nameOf(from)}</span>
          {!open && <span className="truncate text-label text-2">{text || message.quoted}</span>}
        </span>
        {state !== 'received' && <MailStateMark state={state} />}
        <time dateTime={occurredAt} data-tooltip={exactText(occurredAt)} className="text-label text-2">
          {agoText(occurredAt)}
        </time>
        <Mark size={16} className="shrink-0 text-3" aria-hidden />
      </button>
      {open && <MessageBody message={message} {...rest} />}
    </article>
  )
}

const failureWords: Readonly<Record<MailMessage['state'], string>> = {
  received: '',
  queued: 'Not sent yet, retrying: ',
  sent: 'Not delivered to everyone: ',
  failed: 'Not sent: ',
}

function MessageBody({ message, onRetry, retrying, onExpired }: Omit<MessageViewProps, 'open' | 'onToggle'>) {
  const { html, files, failure, mayRetry, state } = message
  return (
    <div className="flex flex-col gap-3 border-t border-line px-3 py-3">
      <People message={message} />
      {failure && (
        <div
          role="alert"
          className="flex flex-wrap items-center gap-2 rounded-control bg-poor-soft px-3 py-2 text-label"
        >
          <p className="min-w-0 flex-1 wrap-anywhere text-poor">
            {failureWords[state]}
            {failure}
          </p>
          {mayRetry && (
            <Button size="sm" busy={retrying} onClick={onRetry}>
              Retry
            </Button>
          )}
        </div>
      )}
      {html ? <MailFrame key={html.url} {...html} onExpired={onExpired} /> : <PlainText message={message} />}
      {files.length > 0 && <FileChips files={files} />}
    </div>
  )
}

function People({ message: { from, to, cc, bcc } }: { message: MailMessage }) {
  const rows: [string, readonly MailAddress[]][] = [
    ['From', [from]],
    ['To', to],
    ['Cc', cc],
    ['Bcc', bcc],
  ]
  return (
    <dl className="grid grid-cols-[2.5rem_minmax(0,1fr)] gap-x-2 gap-y-0.5 text-label">
      {rows.map(
        ([label, people]) =>
          people.length > 0 && (
            <div key={label} className="col-span-2 grid grid-cols-subgrid">
              <dt className="text-2">{label}</dt>
              <dd className="[overflow-wrap:anywhere]">{people.map(fullAddress).join(', ')}</dd>
            </div>
          ),
      )}
    </dl>
  )
}

const plainClass = 'text-title whitespace-pre-wrap [overflow-wrap:anywhere]'

/** Its new text; signature and quoted mails open on demand. */
function PlainText({ message: { text, signature, quoted } }: { message: MailMessage }) {
  const [open, setOpen] = useState(false)
  const rest = signature + quoted
  return (
    <div className="flex flex-col items-start gap-2">
      <p className={plainClass}>{text.trim()}</p>
      {rest.trim() !== '' && (
        <>
          {open && <p className={`${plainClass} border-l-2 border-line pl-3 text-2`}>{rest.trim()}</p>}
          <Button size="sm" variant="ghost" aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? 'Hide quoted text' : 'Show quoted text'}
          </Button>
        </>
      )}
    </div>
  )
}
