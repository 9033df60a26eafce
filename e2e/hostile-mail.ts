import { xssPayloads } from '../apps/server/test/xss-payloads.ts'
import type { Client } from './client.ts'
import { linesOf } from './hostile-data.ts'
import type { Server } from './server.ts'

const encoded = (text: string) => `=?utf-8?B?${Buffer.from(text).toString('base64')}?=`
const wrapped = (text: string) =>
  (
    Buffer.from(text)
      .toString('base64')
      .match(/.{1,76}/g) ?? []
  ).join('\r\n')

const fileOf = (name: string, content: string) => [
  '--part',
  'Content-Type: text/html',
  `Content-Disposition: attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
  'Content-Transfer-Encoding: base64',
  '',
  wrapped(content),
]

/** A mail whose sender, subject, HTML and, now and then, file with its name are the payload. */
function mailOf(payload: string, at: number): string {
  const line = linesOf(150)[at % linesOf(150).length] as string
  return [
    `From: ${encoded(line)} <p${at}@evil.test>`,
    `To: ${encoded(line)} <admin@example.com>`,
    `Subject: ${encoded(line)}`,
    `Message-ID: <${at}@evil.test>`,
    `Date: ${new Date(Date.now() - (at + 1) * 60_000).toUTCString()}`,
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=part',
    '',
    '--part',
    'Content-Type: text/html; charset=utf-8',
    'Content-Transfer-Encoding: base64',
    '',
    wrapped(`<b>Dear you</b>\n${payload}\n<b>Yours</b>`),
    ...(at % 8 === 0 ? fileOf(line, payload) : []),
    '--part--',
    '',
  ].join('\r\n')
}

interface Imported {
  data: { outcome: string; reason: string | null; threadId: number | null }[]
}

/** Imports a mail for each payload; returns the ids of their threads. */
export async function importHostileMails(
  server: Server,
  { signedIn }: Client,
  accountId: number,
): Promise<number[]> {
  const threads: number[] = []
  const mails = xssPayloads.map((payload, at) => mailOf(payload.toWellFormed(), at))
  for (let from = 0; from < mails.length; from += 50) {
    const form = new FormData()
    for (const [at, mail] of mails.slice(from, from + 50).entries()) {
      form.append('file', new File([mail], `${from + at}.eml`))
    }
    const answer = await fetch(
      `${server.url}/api/email-v3/messages/import?level=account&parentIdentifier=${accountId}`,
      { method: 'POST', headers: { authorization: `Bearer ${signedIn.token}` }, body: form },
    )
    if (!answer.ok) throw new Error(await answer.text())
    for (const { outcome, reason, threadId } of ((await answer.json()) as Imported).data) {
      if (threadId === null) throw new Error(`A mail was ${outcome}: ${reason}`)
      threads.push(threadId)
    }
  }
  return threads
}

interface Messages {
  data: { html: { url: string } | null }[]
}

/** The addresses of the pages by which the HTML of these threads is shown. */
export async function pagesOf(client: Client, threads: readonly number[]): Promise<string[]> {
  const pages: string[] = []
  for (const threadId of threads) {
    const { data } = await client.get<Messages>(`/email-v3/threads/${threadId}/messages`)
    for (const { html } of data) if (html) pages.push(html.url)
  }
  return pages
}
