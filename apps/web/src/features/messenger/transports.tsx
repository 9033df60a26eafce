import { IconInfoCircle } from '@tabler/icons-react'
import type { MessagePage } from './messenger.calls.ts'

function sentences(email: MessagePage['email'], sms: MessagePage['sms']): string {
  if (email === 'outbox' && sms === 'outbox')
    return 'No mail server or SMS provider is connected. Messages are kept here.'
  const mail =
    email === 'smtp'
      ? 'Mail is sent through your mail server.'
      : 'No mail server is connected. Mail is kept here.'
  const text =
    sms === 'provider'
      ? 'SMS are sent through your provider.'
      : 'No SMS provider is connected. SMS are kept here.'
  return `${mail} ${text}`
}

/** Where mail and SMS go. */
export function Transports({ email, sms }: Pick<MessagePage, 'email' | 'sms'>) {
  const isMissing = email === 'outbox' || sms === 'outbox'
  return (
    <p
      className={`flex shrink-0 items-start gap-2 border-b border-line px-4 py-2 text-label ${isMissing ? 'bg-info-soft text-info' : 'text-2'}`}
    >
      <IconInfoCircle size={16} className="shrink-0" aria-hidden />
      {sentences(email, sms)}
    </p>
  )
}
