import type { Config } from '../../platform/config/config.ts'
import { openMailServer, readableFailure } from './mail.server.ts'
import type { Body } from './message.rendering.ts'

/** A message on its way out. */
export interface Delivery {
  recipient: string
  subject: string | null
  body: Body
  /** Stays the same through every attempt, so that a mail server can tell that it has the message already. */
  key: string
}

/** Gives the message to a server. Throws an error whose message says what the server answered. */
export type Transport = (delivery: Delivery) => Promise<void>

/** The connected channels; the others keep their messages in the outbox. */
export interface Transports {
  email: Transport | undefined
  sms: Transport | undefined
}

const seconds = 1000

function hostOf(address: string): string {
  return /@([^\s@>]+)>?\s*$/.exec(address)?.[1] ?? 'localhost'
}

/** One-click unsubscription, as RFC 8058 describes it. */
export function unsubscribeHeaders({ unsubscribe }: Pick<Body, 'unsubscribe'>): Record<string, string> {
  if (unsubscribe === undefined) return {}
  return { 'list-unsubscribe': `<${unsubscribe}>`, 'list-unsubscribe-post': 'List-Unsubscribe=One-Click' }
}

function mailTransport(mail: NonNullable<Config['mail']>): Transport {
  const server = openMailServer(mail)
  return async ({ recipient, subject, body, key }) => {
    await server(
      {
        from: mail.from,
        to: { name: '', address: recipient },
        subject: subject ?? '',
        text: body.text,
        ...(body.html === null ? {} : { html: body.html }),
        messageId: `<${key}@${hostOf(mail.from)}>`,
        headers: { 'auto-submitted': 'auto-generated', ...unsubscribeHeaders(body) },
      },
      [body.text],
    )
  }
}

/** The reason that a provider gives in JSON, else its status alone: a page of HTML tells no one anything. */
async function refusalOf(answer: Response): Promise<string> {
  const said = (await answer.json().catch(() => undefined)) as { message?: unknown } | undefined
  const reason = typeof said?.message === 'string' ? `: ${said.message}` : ''
  return `The provider answered ${answer.status}${reason}`
}

function smsTransport(sms: NonNullable<Config['sms']>): Transport {
  const login = Buffer.from(`${sms.account}:${sms.token}`).toString('base64')
  return async ({ recipient, body }) => {
    let failure: string
    try {
      const answer = await fetch(sms.url, {
        method: 'POST',
        headers: { authorization: `Basic ${login}` },
        body: new URLSearchParams({ To: recipient, From: sms.from, Body: body.text }),
        redirect: 'manual',
        signal: AbortSignal.timeout(20 * seconds),
      })
      if (answer.ok) {
        await answer.body?.cancel()
        return
      }
      failure = await refusalOf(answer)
    } catch (error) {
      const { message, cause } = error as Error
      failure = cause instanceof Error ? `${message}: ${cause.message}` : message
    }
    throw new Error(readableFailure(failure, [sms.token, login, body.text]))
  }
}

/** The servers that the environment names: the operator chose them, so their addresses may be private. */
export function connectTransports(config: Config): Transports {
  return {
    email: config.mail && mailTransport(config.mail),
    sms: config.sms && smsTransport(config.sms),
  }
}
