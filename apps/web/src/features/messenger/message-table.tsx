import type { Message } from '@steward/contracts/messenger'
import { agoText, exactText } from '../../components/time-text.ts'
import { ChannelMark, MessageState } from './message-words.tsx'

type MessageTableProps = { messages: readonly Message[]; onOpen: (messageId: number) => void }

const columns = 'md:grid-cols-[6rem_4.5rem_minmax(0,1fr)_minmax(0,1fr)_7rem]'

/** A table from 768 px on; below, each message is a card. */
export function MessageTable({ messages, onOpen }: MessageTableProps) {
  return (
    <div role="table" aria-label="Messages" className="min-w-0">
      <div role="rowgroup" className="sticky top-0 z-1 hidden bg-surface md:block">
        <div
          role="row"
          className={`grid h-8 items-center gap-x-4 border-b border-line px-4 text-label font-medium text-2 ${columns}`}
        >
          <span role="columnheader">State</span>
          <span role="columnheader">Channel</span>
          <span role="columnheader">To</span>
          <span role="columnheader">Subject</span>
          <span role="columnheader">Time</span>
        </div>
      </div>
      <div role="rowgroup">
        {messages.map((message) => (
          <Row key={message.messageId} message={message} onOpen={onOpen} />
        ))}
      </div>
    </div>
  )
}

function Row({ message, onOpen }: { message: Message; onOpen: (messageId: number) => void }) {
  const { messageId, channel, recipient, subject, state, createdAt } = message
  return (
    <div
      role="row"
      className={`relative grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-0.5 border-b border-line px-4 py-2.5 [contain-intrinsic-size:auto_41px] [content-visibility:auto] hover:bg-hover ${columns}`}
    >
      <div role="cell" className="max-md:order-2">
        <MessageState state={state} />
      </div>
      <div role="cell" className="text-2 max-md:order-5 max-md:text-label">
        <ChannelMark channel={channel} />
      </div>
      <div role="cell" className="min-w-0 max-md:order-1">
        {/* The whole row takes the pointer; the keyboard has one button. */}
        <button
          type="button"
          onClick={() => onOpen(messageId)}
          className="block max-w-full truncate rounded-chip font-medium after:absolute after:inset-0 hover:underline"
        >
          {recipient}
        </button>
      </div>
      <div role="cell" className="truncate max-md:order-3 max-md:col-span-2">
        {subject ?? message.template.replaceAll(/[_-]/g, ' ')}
      </div>
      <div role="cell" className="text-2 max-md:order-4 max-md:text-label">
        <time dateTime={createdAt} data-tooltip={exactText(createdAt)}>
          {agoText(createdAt)}
        </time>
      </div>
    </div>
  )
}
