import { expect } from 'vitest'
import type { ImportedMail, MailMessage, MailThread } from '@steward/contracts/email'
import { injected } from '../../../test/injected.ts'
import type { Answer, Client, TestApp } from '../../../test/harness.ts'
import { attemptToSend } from '../../../test/outbox.ts'

function good(answer: Answer): Answer['body'] {
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body
}

export interface MailText {
  from?: string
  to?: string
  cc?: string
  subject?: string
  id?: string
  inReplyTo?: string
  references?: string
  date?: string
  type?: string
  body?: string
  more?: string
}

/** A mail as a program would write it. */
export function eml(mail: MailText = {}): Buffer {
  const headers: [string, string | undefined][] = [
    ['From', mail.from ?? 'Ada Byron <ada@customer.test>'],
    ['To', mail.to ?? 'somebody@us.test'],
    ['Cc', mail.cc],
    ['Subject', mail.subject ?? 'Hello'],
    ['Message-ID', mail.id],
    ['In-Reply-To', mail.inReplyTo],
    ['References', mail.references],
    ['Date', mail.date ?? 'Mon, 2 Mar 2026 10:00:00 +0000'],
    ['MIME-Version', '1.0'],
    ['Content-Type', mail.type ?? 'text/plain; charset=utf-8'],
  ]
  const lines = headers.flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}`]))
  return Buffer.from(
    [...lines, ...(mail.more ? [mail.more] : []), '', mail.body ?? 'Hello there'].join('\r\n'),
  )
}

/** Sends a form with files. */
export async function sendFiles(
  app: TestApp,
  client: Client,
  path: string,
  files: readonly { name: string; bytes: Buffer }[],
): Promise<Answer> {
  const form = new FormData()
  for (const { name, bytes } of files) form.append('file', new File([new Uint8Array(bytes)], name))
  const encoded = new Response(form)
  const { status, json, headers } = (await injected(app.application.app, {
    method: 'POST',
    url: `/api/${path}`,
    headers: {
      authorization: `Bearer ${client.token}`,
      'content-type': encoded.headers.get('content-type') ?? '',
    },
    payload: Buffer.from(await encoded.arrayBuffer()),
  })) as { status: number; json: unknown; headers?: Answer['headers'] }
  return { status, body: json, headers: headers ?? {} }
}

export async function importMails(
  app: TestApp,
  client: Client,
  query: string,
  ...mails: readonly Buffer[]
): Promise<ImportedMail[]> {
  const files = mails.map((bytes, at) => ({ name: `mail-${at + 1}.eml`, bytes }))
  return good(await sendFiles(app, client, `email-v3/messages/import?${query}`, files)).data
}

export async function importOne(
  app: TestApp,
  client: Client,
  query: string,
  mail: Buffer,
): Promise<ImportedMail & { threadId: number; messageId: number }> {
  const [result] = await importMails(app, client, query, mail)
  expect(result).toMatchObject({ outcome: 'imported', reason: null })
  return result as ImportedMail & { threadId: number; messageId: number }
}

/** Stores a file of the client, and answers its id. */
export async function upload(app: TestApp, client: Client, name: string, text: string): Promise<number> {
  const files = [{ name, bytes: Buffer.from(text) }]
  return good(await sendFiles(app, client, 'file-management/files/upload/system', files)).data[0].fileId
}

/** Sends a mail and answers where it is. */
export async function send(
  client: Client,
  form: Record<string, unknown>,
): Promise<{ threadId: number; messageId: number; message: string }> {
  return good(await client.post(`email-v3/users/${client.actor.userId}/email-threads`, form)).data
}

/** Attempts to send a mail once; false when it has to be tried again. */
export async function deliver(app: TestApp, messageId: number): Promise<boolean> {
  const { outcome, isFinal } = await attemptToSend(app, 'email', { messageId })
  return outcome === 'delivered' || isFinal === true
}

export async function messagesOf(client: Client, threadId: number): Promise<MailMessage[]> {
  return good(await client.get(`email-v3/threads/${threadId}/messages`)).data
}

export async function threadsOf(client: Client, query: string): Promise<MailThread[]> {
  return good(await client.get(`email-v3/threads?${query}`)).data
}

/** The page of a message's HTML, with the headers that it comes with. */
export async function pageOf(
  app: TestApp,
  { html }: MailMessage,
  pictures = false,
): Promise<{ status: number; text: string; policy: string }> {
  const answer = await app.application.app.inject({
    method: 'GET',
    url: `${html?.url}${pictures ? '?pictures=1' : ''}`,
  })
  return {
    status: answer.statusCode,
    text: answer.payload,
    policy: String(answer.headers['content-security-policy']),
  }
}
