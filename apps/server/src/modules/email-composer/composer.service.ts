import { randomBytes } from 'node:crypto'
import type { MailMode, SendMail } from '@steward/contracts/email'
import { documentOf, toHtml } from '@steward/rich-text'
import type { Actor } from '../../platform/actor.ts'
import { transact, type Db } from '../../platform/db/database.ts'
import { AppError, invalid, notFound } from '../../platform/errors.ts'
import { InputTooCostly } from '../../platform/parsing/parser-pool.ts'
import type { Platform } from '../../platform/platform.ts'
import { cleanText, withOwnPictures, type MailParser } from '../email/index.ts'
import type { MailDelivery } from '../email-delivery/index.ts'
import {
  findMessage,
  listMessages,
  peopleOf,
  readableThreads,
  readMessage,
  type Keeping,
  type MailPages,
  type MessageRow,
} from '../email-thread/index.ts'
import type { FileService } from '../file/index.ts'
import type { Records } from '../record/index.ts'
import { readLinked, readRich } from '../timeline/index.ts'
import type { UserEntry, UserService } from '../user-management/index.ts'
import { repeated } from './answer.rules.ts'
import { answeredSubject, recipientsOf } from './reply.rules.ts'

/** Bytes of all files of a mail; most servers take no more. */
const mostBytes = 25 * 1024 * 1024

/** A mail that is answered or forwarded, and how. */
interface Origin {
  message: MessageRow
  mode: Exclude<MailMode, 'new'>
}

function repeatedOf({ message, mode }: Origin) {
  const { from, to } = peopleOf(message)
  const { occurredAt, subject, body, html } = message
  const mail = { from: from[0] ?? { name: '', address: '' }, to, occurredAt, subject, text: body, html }
  return repeated(mail, mode === 'forward')
}

function idsOf(origin: Origin | undefined) {
  if (!origin || origin.mode === 'forward') return { inReplyTo: [], references: [] }
  const { headerId, references, inReplyTo } = origin.message
  const before = references.length > 0 ? references : inReplyTo === null ? [] : [inReplyTo]
  return { inReplyTo: [headerId], references: [...new Set([...before, headerId])].slice(-100) }
}

export interface ComposerNeighbours {
  users: Pick<UserService, 'directory'>
  records: Records
  files: FileService
  parser: Pick<MailParser, 'cleanHtml'>
  threads: Keeping & { pages: MailPages }
  delivery: MailDelivery
}

/** Writing mails: new ones, answers and forwards. */
export function createComposer(platform: Platform, neighbours: ComposerNeighbours) {
  const { users, records, files, parser, threads, delivery } = neighbours
  const dbOf = ({ tenantId }: Actor): Db => platform.database.tenant(tenantId)

  async function authorOf({ tenantId, userId }: Actor): Promise<UserEntry> {
    const author = (await users.directory(tenantId)).byId.get(userId)
    if (author?.kind === 'person') return author
    throw new AppError(
      'forbidden',
      'email.no_person',
      'API tokens have no email address. Log in to write emails.',
    )
  }

  async function findOrigin(actor: Actor, messageId: number, mode: Origin['mode']): Promise<Origin> {
    const message = await findMessage(dbOf(actor), actor, messageId)
    if (message) return { message, mode }
    throw invalid('email.origin', { inReplyTo: "The email to reply to does not exist, or you can't see it." })
  }

  async function checkSize(actor: Actor, fileIds: readonly number[]): Promise<void> {
    const briefs = await files.brief(actor.tenantId, fileIds)
    const bytes = [...briefs.values()].reduce((sum, { size }) => sum + size, 0)
    if (bytes <= mostBytes) return
    const message = `The files have ${Math.ceil(bytes / 1024 / 1024)} MB in total. An email can have at most 25 MB.`
    throw invalid('email.too_large', { fileIds: message })
  }

  async function homeOf(actor: Actor, { level, parentIdentifier }: SendMail, isNew: boolean) {
    if (level === undefined || parentIdentifier === undefined) {
      if (!isNew) return undefined
      const field = level === undefined ? 'level' : 'parentIdentifier'
      throw invalid('email.record', { [field]: 'Choose the record for this email.' })
    }
    const found = (await records.current(actor, [parentIdentifier])).get(parentIdentifier)
    if (found?.level === level) return { level, recordId: parentIdentifier }
    throw notFound('record.unknown', "This record does not exist, or you can't see it.")
  }

  /** HTML with nothing in it that runs. Throws `invalid_input`. */
  async function cleaned(html: string): Promise<string> {
    try {
      return await parser.cleanHtml(html)
    } catch (error) {
      if (!(error instanceof InputTooCostly)) throw error
      throw invalid('email.too_complex', { body: 'This e-mail quotes too much. Shorten the quoted text.' })
    }
  }

  /** The mail as it goes out: what was written, and what it repeats of the one that it answers. */
  async function contentOf(form: SendMail, origin: Origin | undefined) {
    const { body, words } = readRich(form.body, 'body')
    if (form.subject === '' && words.trim() === '') {
      throw invalid('email.empty', { body: 'Add a subject or some text.' })
    }
    const visible = cleanText(words, 100_000)
    const written = toHtml(documentOf(body ?? ''), {
      imageAddress: (address) => `${threads.pages.base}${address}`,
    })
    const quote = origin && repeatedOf(origin)
    const html = await cleaned(`${written}${quote?.html ?? ''}`)
    return {
      body,
      text: visible + (quote?.text ?? ''),
      signatureAt: visible.length,
      quoteAt: visible.length,
      // What it repeats brings no files along.
      html: withOwnPictures(html, () => undefined),
    }
  }

  async function write(
    actor: Actor,
    form: SendMail,
    origin: Origin | undefined,
    threadId: number | undefined,
  ): Promise<{ threadId: number; messageId: number }> {
    const author = await authorOf(actor)
    const from = { name: author.name, address: author.email }
    const host = delivery.connected().sender(from).address.split('@').at(-1)
    const home = await homeOf(actor, form, threadId === undefined)
    const linkedIds = await readLinked(records, actor, form.linkedEntities)
    const briefs = await files.brief(actor.tenantId, form.fileIds)
    await checkSize(actor, form.fileIds)
    const content = await contentOf(form, origin)
    return transact(dbOf(actor), async (tx) => {
      await files.check(tx, actor, form.fileIds)
      const kept = await threads.keep(tx, actor, {
        ...content,
        ...idsOf(origin),
        state: 'queued',
        authorId: actor.userId,
        importerId: null,
        sourceFileId: null,
        headerId: `steward.${actor.tenantId}.${randomBytes(12).toString('hex')}@${host}`,
        subject: form.subject,
        people: { from: [from], to: form.to, cc: form.cc, bcc: form.bcc, replyTo: [] },
        occurredAt: platform.clock.now(),
        files: form.fileIds.map((fileId) => ({
          fileId,
          contentId: null,
          name: briefs.get(fileId)?.name ?? '',
        })),
        source: 'app',
        privacy: form.privacy,
        home,
        linkedIds,
        thread: threadId ?? 'new',
      })
      if (kept.outcome === 'homeless') throw new Error('A mail that is written has a home')
      await delivery.queue(tx, actor.tenantId, kept.messageId)
      return { threadId: kept.threadId, messageId: kept.messageId }
    })
  }

  async function checkSelf({ tenantId, userId }: Actor, named: number): Promise<void> {
    if (userId === named) return
    if (!(await users.directory(tenantId)).byId.has(named)) {
      throw notFound('user.unknown', 'This user does not exist.')
    }
    throw new AppError('forbidden', 'email.not_you', 'You can send emails only in your own name.')
  }

  return {
    /** Sends a new mail, or an answer to a message in that one's thread. A forward begins a thread. */
    async send(actor: Actor, userId: number, form: SendMail) {
      await checkSelf(actor, userId)
      const { inReplyTo, mode } = form
      const origin = inReplyTo && mode !== 'new' ? await findOrigin(actor, inReplyTo, mode) : undefined
      const threadId = origin && mode !== 'forward' ? origin.message.threadId : undefined
      return write(actor, form, origin, threadId)
    },

    /** Answers in a thread: the named message, else its newest. */
    async answer(actor: Actor, userId: number, threadId: number, form: SendMail) {
      await checkSelf(actor, userId)
      delivery.connected()
      const seen = await readableThreads(dbOf(actor), actor, [threadId])
      if (!seen.has(threadId)) {
        throw notFound('email.thread.unknown', "This email thread does not exist, or you can't see it.")
      }
      const all = await listMessages(dbOf(actor), actor.tenantId, threadId)
      const message = form.inReplyTo ? all.find(({ messageId }) => messageId === form.inReplyTo) : all.at(-1)
      if (!message) {
        throw invalid('email.origin', { inReplyTo: 'This email is not in the thread.' })
      }
      const mode = form.mode === 'new' ? 'reply' : form.mode
      return write(actor, form, { message, mode }, threadId)
    },

    /** The initial content of a reply or a forward: recipients, subject, and the files of a forward. */
    async draft(actor: Actor, messageId: number, mode: Origin['mode']) {
      const [message, author] = await Promise.all([
        readMessage(dbOf(actor), actor, messageId),
        authorOf(actor),
      ])
      const people = peopleOf(message)
      const mail = { ...people, from: people.from[0] ?? { name: '', address: '' } }
      const own = [
        author.email,
        ...(delivery.mailbox ? [delivery.mailbox.sender({ name: '', address: '' }).address] : []),
      ]
      const recipients = mode === 'forward' ? { to: [], cc: [] } : recipientsOf(mail, mode, own)
      const briefs = await files.brief(actor.tenantId, mode === 'forward' ? message.fileIds : [])
      return {
        ...recipients,
        subject: answeredSubject(message.subject, mode),
        files: [...briefs.values()].map(({ fileId, name, mediaType, size }) => ({
          fileId,
          name,
          mediaType,
          size,
        })),
        threadId: message.threadId,
      }
    },
  }
}

export type Composer = ReturnType<typeof createComposer>
