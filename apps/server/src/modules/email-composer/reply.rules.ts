import { cutText } from '@steward/contracts/value'
import type { MailAddress } from '@steward/contracts/email'

export interface Answered {
  from: MailAddress
  replyTo: readonly MailAddress[]
  to: readonly MailAddress[]
  cc: readonly MailAddress[]
}

const keyOf = ({ address }: MailAddress): string => address.toLowerCase()

function without(list: readonly MailAddress[], taken: ReadonlySet<string>): MailAddress[] {
  const seen = new Set(taken)
  return list.filter((one) => {
    const key = keyOf(one)
    if (key === '' || seen.has(key)) return false
    seen.add(key)
    return true
  })
}

/**
 * Whom an answer goes to: where the mail asks for answers, else its sender, and with `replyAll` all others
 * it went to. To one's own mail, it goes to those it went to. Own addresses are never among them.
 */
export function recipientsOf(
  mail: Answered,
  mode: 'reply' | 'replyAll',
  own: readonly string[],
): { to: MailAddress[]; cc: MailAddress[] } {
  const mine = new Set(own.map((address) => address.toLowerCase()))
  const isMine = mine.has(keyOf(mail.from))
  const first = isMine ? mail.to : mail.replyTo.length > 0 ? mail.replyTo : [mail.from]
  const to = without(first, mine)
  if (mode === 'reply') return { to, cc: [] }
  const taken = new Set([...mine, ...to.map(keyOf)])
  const others = isMine ? mail.cc : [mail.from, ...mail.to, ...mail.cc]
  // A sender whose answers go elsewhere asked for that.
  if (mail.replyTo.length > 0 && !isMine) taken.add(keyOf(mail.from))
  return { to, cc: without(others, taken) }
}

/** The subject of an answer to a mail, or of its forward; one that has it already keeps it. */
export function answeredSubject(subject: string, mode: 'reply' | 'replyAll' | 'forward'): string {
  const isForward = mode === 'forward'
  const has = isForward ? /^\s*fwd?\s*:/i : /^\s*re\s*:/i
  const answered = has.test(subject) ? subject.trim() : `${isForward ? 'Fwd' : 'Re'}: ${subject.trim()}`
  return cutText(answered, 255)
}
