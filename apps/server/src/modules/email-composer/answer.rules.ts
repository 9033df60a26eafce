import type { MailAddress } from '@steward/contracts/email'
import { escapeHtml } from '@steward/rich-text'

/** As much of a mail as an answer repeats. */
export interface RepeatedMail {
  from: MailAddress
  to: readonly MailAddress[]
  occurredAt: Date
  subject: string
  text: string
  html: string | null
}

/** Characters of a mail that an answer repeats. */
const most = { text: 50_000, html: 300_000 } as const

const instant = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })

/** `Ada Byron <ada@example.com>`, or the address alone. */
const addressText = ({ name, address }: MailAddress): string =>
  name === '' ? address : `${name} <${address}>`

function headLines(mail: RepeatedMail, isForward: boolean): string[] {
  const when = `${instant.format(mail.occurredAt)} UTC`
  if (!isForward) return [`On ${when}, ${addressText(mail.from)} wrote:`]
  return [
    '---------- Forwarded message ---------',
    `From: ${addressText(mail.from)}`,
    `Date: ${when}`,
    `Subject: ${mail.subject}`,
    `To: ${mail.to.map(addressText).join(', ')}`,
    '',
  ]
}

const linesAsHtml = (text: string): string => text.split('\n').map(escapeHtml).join('<br>')

/** The quoted email in a reply or a forward, as text and as HTML. */
export function repeated(mail: RepeatedMail, isForward: boolean): { text: string; html: string } {
  const head = headLines(mail, isForward)
  const text = mail.text.slice(0, most.text).trimEnd()
  const lines = isForward
    ? [text]
    : text.split('\n').map((line) => (line.startsWith('>') ? `>${line}` : `> ${line}`))
  const inner =
    mail.html !== null && mail.html.length <= most.html ? mail.html : `<p>${linesAsHtml(text)}</p>`
  const quote = isForward ? inner : `<blockquote type="cite">${inner}</blockquote>`
  return {
    text: ['', '', ...head, ...lines].join('\n'),
    html: `<div class="steward_quote"><p>${linesAsHtml(head.join('\n'))}</p>${quote}</div>`,
  }
}
