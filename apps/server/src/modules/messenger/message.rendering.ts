import { onOneLine, renderMail, type MailContent } from './message.layout.ts'
import { mails, texts, type Outgoing, type TemplateContext } from './message.template.ts'

/** The part of a message that is stored, encrypted, until it was sent. */
export interface Body {
  text: string
  html: string | null
  /** Where mails like this one are ended; absent for those that always come. */
  unsubscribe?: string
}

export interface RenderedMessage {
  channel: 'email' | 'sms'
  recipient: string
  subject: string | null
  body: Body
}

/** `base` is the address under which people reach Steward. */
function contextOf(tenantName: string, base: string): TemplateContext {
  const start = base.replace(/\/+$/, '')
  return {
    tenantName: onOneLine(tenantName),
    page: (path) => `${start}${path}`,
    link: (path, parameters) => `${start}${path}?${new URLSearchParams(parameters).toString()}`,
  }
}

/** The message as it is to be sent. */
export function renderMessage(message: Outgoing, base: string): RenderedMessage {
  const context = contextOf(message.tenantName, base)
  if ('phone' in message.to) {
    const template = texts[message.template as keyof typeof texts]
    const text = template(message.data as Parameters<typeof template>[0], context)
    return { channel: 'sms', recipient: message.to.phone, subject: null, body: { text, html: null } }
  }
  // The type of a message ties its data to its template.
  const template = mails[message.template as keyof typeof mails] as (
    data: unknown,
    context: TemplateContext,
  ) => MailContent
  const content = template(message.data, context)
  const subject = onOneLine(content.subject)
  const rendered = renderMail({ ...content, subject }, `${context.tenantName} · sent by Steward`)
  const body = message.unsubscribe ? { ...rendered, unsubscribe: message.unsubscribe } : rendered
  return { channel: 'email', recipient: message.to.email, subject, body }
}
