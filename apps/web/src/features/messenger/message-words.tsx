import type { ReactNode } from 'react'
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconClock,
  IconInbox,
  IconMail,
  IconMessage,
} from '@tabler/icons-react'
import type { Message } from '@steward/contracts/messenger'

type State = Message['state']

export const stateNames: Record<State, string> = {
  waiting: 'Waiting',
  sent: 'Sent',
  kept: 'Not sent',
  failed: 'Failed',
}

const marks: Record<State, { icon: ReactNode; tone: string }> = {
  waiting: { icon: <IconClock size={16} className="text-info" aria-hidden />, tone: 'text-info' },
  sent: { icon: <IconCircleCheck size={16} className="text-good-mark" aria-hidden />, tone: 'text-good' },
  kept: { icon: <IconInbox size={16} className="text-3" aria-hidden />, tone: 'text-2' },
  failed: { icon: <IconAlertTriangle size={16} className="text-poor-mark" aria-hidden />, tone: 'text-poor' },
}

export function MessageState({ state }: { state: State }) {
  const { icon, tone } = marks[state]
  return (
    <span className={`flex items-center gap-1.5 whitespace-nowrap ${tone}`}>
      {icon}
      {stateNames[state]}
    </span>
  )
}

export const channelNames: Record<Message['channel'], string> = { email: 'Mail', sms: 'SMS' }

export function ChannelMark({ channel }: { channel: Message['channel'] }) {
  const Icon = channel === 'email' ? IconMail : IconMessage
  return (
    <span className="flex items-center gap-1.5">
      <Icon size={16} className="shrink-0 text-3" aria-hidden />
      {channelNames[channel]}
    </span>
  )
}
