import { createHash } from 'node:crypto'
import type { Address, Attachment, Email } from 'postal-mime'
import type { MailAddress } from '@steward/contracts/email'
import { CompactBlob } from '../../platform/parsing/compact-blob.ts'
import { transfer } from '../../platform/parsing/transfer.ts'
import { readIds, writtenAt } from './header.rules.ts'
import { cleanHtml, readableHtml, textOfHtml } from './mail.html.ts'
import { cleanLine, cleanText } from './text.rules.ts'

const readingLimits = {
  /** Files of a mail. */
  files: 100,
  /** People it names in one header. */
  people: 500,
  /** Characters of its text that are kept. */
  text: 100_000,
  depth: 50,
} as const

export interface ReadFile {
  name: string
  mediaType: string
  bytes: Uint8Array
  contentId: string | null
}

/** A mail as it can be kept. */
export interface ReadMail {
  headerId: string
  inReplyTo: string[]
  references: string[]
  subject: string
  from: MailAddress
  replyTo: MailAddress[]
  to: MailAddress[]
  cc: MailAddress[]
  bcc: MailAddress[]
  writtenAt: Date
  text: string
  html: string | null
  files: ReadFile[]
}

/** What is wrong with a mail, as a sentence for who sent it. */
export class UnreadableMail extends Error {}

function peopleOf(given: readonly Address[] | undefined): MailAddress[] {
  return (given ?? [])
    .flatMap((one) => one.group ?? [one])
    .slice(0, readingLimits.people)
    .map(({ name, address }) => ({ name: cleanLine(name, 255), address: cleanLine(address ?? '', 320) }))
    .filter(({ name, address }) => name !== '' || address !== '')
}

function bytesOf({ content }: Attachment): Uint8Array {
  if (typeof content === 'string') return Buffer.from(content)
  return content instanceof Uint8Array ? content : new Uint8Array(content)
}

const extensions: Readonly<Record<string, string>> = {
  'message/rfc822': 'eml',
  'text/calendar': 'ics',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/gif': 'gif',
  'text/plain': 'txt',
}

function fileOf(attachment: Attachment, at: number): ReadFile {
  const { mimeType, filename, contentId } = attachment
  const extension = extensions[mimeType]
  return {
    name: cleanLine(filename ?? '', 200) || `Attachment ${at + 1}${extension ? `.${extension}` : ''}`,
    mediaType: mimeType,
    bytes: bytesOf(attachment),
    contentId: contentId ? cleanLine(contentId.replaceAll(/[<>]/g, ''), 255) : null,
  }
}

/** The day on which a server last handed the mail on. */
function receivedAt({ headers }: Email): string | undefined {
  return headers
    .find(({ key }) => key === 'received')
    ?.value.split(';')
    .at(-1)
    ?.trim()
}

function isMail({ from, to, subject, messageId, date }: Email): boolean {
  return [from, to, subject, messageId, date].some((part) => part !== undefined)
}

/** An id for a mail without one: the same whenever the same mail is read. */
function madeId(mail: Omit<ReadMail, 'headerId' | 'files' | 'writtenAt'>, date: string | undefined): string {
  const { from, to, cc, subject, text } = mail
  const said = JSON.stringify([from.address, to, cc, subject, date ?? '', text])
  return `${createHash('sha256').update(said).digest('hex').slice(0, 40)}@without-id.invalid`
}

function textsOf({ text, html }: Email): { text: string; html: string | null } {
  const read = html ? readableHtml(html) : ''
  const isWhole = read.length === (html ?? '').length
  const hasText = Boolean(text?.trim())
  const cleaned = isWhole || !hasText ? cleanHtml(read) : ''
  const plain = hasText ? text : textOfHtml(cleaned)
  // Of HTML that was cut only the text is shown.
  return { text: cleanText(plain ?? '', readingLimits.text), html: html && isWhole ? cleaned : null }
}

/** Bytes that are the whole of their buffer. */
function owned(bytes: Uint8Array): Uint8Array {
  return bytes.byteLength === bytes.buffer.byteLength ? bytes : Uint8Array.from(bytes)
}

async function parse(bytes: Uint8Array): Promise<Email> {
  const { default: PostalMime } = await import('postal-mime')
  try {
    // The parser reads a whole buffer in place, also one that is shared with another thread, and copies all else.
    return await PostalMime.parse(owned(bytes).buffer as ArrayBuffer, {
      maxNestingDepth: readingLimits.depth,
      maxHeadersSize: 256 * 1024,
    })
  } catch {
    throw new UnreadableMail('Its parts are nested too deeply, or its headers are too long.')
  }
}

/** Reads a mail in the form of RFC 5322. Throws `UnreadableMail` with what is wrong. */
export async function readMail(bytes: Uint8Array, now: Date): Promise<ReadMail> {
  if (bytes.length === 0) throw new UnreadableMail('The file is empty.')
  const email = await parse(bytes)
  if (!isMail(email)) throw new UnreadableMail('This is not an email: it has no sender, subject or date.')
  const [from] = peopleOf(email.from ? [email.from] : email.sender ? [email.sender] : [])
  if (!from?.address) throw new UnreadableMail('It has no sender.')
  if (email.attachments.length > readingLimits.files) {
    const count = email.attachments.length
    throw new UnreadableMail(`It brings ${count} files. Emails can have at most ${readingLimits.files}.`)
  }
  const mail = {
    inReplyTo: readIds(email.inReplyTo),
    references: readIds(email.references),
    subject: cleanLine(email.subject ?? '', 500),
    from,
    replyTo: peopleOf(email.replyTo),
    to: peopleOf(email.to),
    cc: peopleOf(email.cc),
    bcc: peopleOf(email.bcc),
    ...textsOf(email),
  }
  return {
    ...mail,
    headerId: readIds(email.messageId)[0] ?? madeId(mail, email.date),
    writtenAt: writtenAt(email.date, receivedAt(email), now),
    files: email.attachments.map(fileOf),
  }
}

/** The input of the thread. */
export interface MailInput {
  /** One mail in the form of RFC 5322. */
  bytes: Uint8Array
  now: Date
}

/** What the thread answers; classes of errors don't pass between threads. */
export type MailOutput = { mail: ReadMail } | { unreadable: string }

/** Reads a mail in a parser thread, where nothing else uses `Blob`. */
export async function parseMail({ bytes, now }: MailInput): Promise<MailOutput> {
  globalThis.Blob = CompactBlob as unknown as typeof Blob
  try {
    const mail = await readMail(bytes, now)
    for (const file of mail.files) file.bytes = owned(file.bytes)
    return transfer(
      { mail },
      mail.files.map((file) => file.bytes.buffer),
    )
  } catch (error) {
    if (error instanceof UnreadableMail) return { unreadable: error.message }
    throw error
  }
}
