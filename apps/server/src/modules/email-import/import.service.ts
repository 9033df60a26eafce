import { mailLimits, type ImportedMail, type ImportMailQuery } from '@steward/contracts/email'
import { emailImported, type EmailImported } from '@steward/contracts/event/email.event'
import type { ArrivingFile } from '@steward/contracts/file'
import { richTextFrom, storedText } from '@steward/rich-text'
import type { Actor } from '../../platform/actor.ts'
import { transact, type Db } from '../../platform/db/database.ts'
import { AppError, invalid, notFound } from '../../platform/errors.ts'
import { publish } from '../../platform/events/events.ts'
import type { Platform } from '../../platform/platform.ts'
import { splitAt, UnreadableMail, type MailParser, type ReadMail } from '../email/index.ts'
import { findByHeader, type Keeping } from '../email-thread/index.ts'
import type { FileService } from '../file/index.ts'
import type { Records } from '../record/index.ts'
import type { UserService } from '../user-management/index.ts'

/** How a document of Outlook begins. */
const outlook = Buffer.from('d0cf11e0a1b11ae1', 'hex')

/**
 * The bytes of a mail, in memory that the parser's thread reads without a copy. Throws `UnreadableMail` when there
 * are too many, once they have passed by.
 */
async function bytesOf(source: ArrivingFile['bytes']): Promise<Buffer> {
  const memory = new SharedArrayBuffer(0, { maxByteLength: mailLimits.source })
  let size = 0
  for await (const part of source) {
    const at = size
    size += part.length
    if (size >= mailLimits.source) continue
    memory.grow(size)
    new Uint8Array(memory, at).set(part)
  }
  if (size >= mailLimits.source) throw new UnreadableMail('It is 25 MB or larger. Import a smaller one.')
  return Buffer.from(memory, 0, size)
}

function refuseOtherFormats(bytes: Buffer): void {
  if (!bytes.subarray(0, outlook.length).equals(outlook)) return
  throw new UnreadableMail('This is an Outlook message. Save it as .eml and import that file.')
}

/** That a mail is there already, and where. */
function known(name: string, { threadId, messageId }: { threadId: number; messageId: number }): ImportedMail {
  return { name, outcome: 'duplicate', reason: 'This email was already imported.', threadId, messageId }
}

export interface MailImportNeighbours {
  users: Pick<UserService, 'directory'>
  records: Records
  files: FileService
  parser: Pick<MailParser, 'read'>
  threads: Keeping
}

/** Keeps mails that come as files. */
export function createMailImport(platform: Platform, neighbours: MailImportNeighbours) {
  const { users, records, files, parser, threads } = neighbours
  const dbOf = ({ tenantId }: Actor): Db => platform.database.tenant(tenantId)

  async function homeOf(actor: Actor, { level, parentIdentifier }: ImportMailQuery) {
    if (level === undefined && parentIdentifier === undefined) return undefined
    if (level === undefined || parentIdentifier === undefined) {
      const field = level === undefined ? 'level' : 'parentIdentifier'
      throw invalid('email.record', { [field]: 'Specify a record by its level and id.' })
    }
    const found = (await records.current(actor, [parentIdentifier])).get(parentIdentifier)
    if (found?.level === level) return { level, recordId: parentIdentifier }
    throw notFound('record.unknown', "This record does not exist, or you can't see it.")
  }

  async function storeFiles(actor: Actor, name: string, bytes: Buffer, mail: ReadMail) {
    const { tenantId, userId } = actor
    const source = await files.store(tenantId, { name, source: 'email', bytes, by: userId })
    const attached: { fileId: number; contentId: string | null; name: string }[] = []
    for (const file of mail.files.filter((one) => one.bytes.length > 0)) {
      const stored = await files.store(tenantId, { ...file, source: 'email', by: userId })
      attached.push({ fileId: stored.fileId, contentId: file.contentId, name: stored.name })
    }
    return { sourceFileId: source.fileId, files: attached }
  }

  async function keepOne(
    actor: Actor,
    name: string,
    bytes: Buffer,
    query: ImportMailQuery,
    home: Awaited<ReturnType<typeof homeOf>>,
  ): Promise<ImportedMail> {
    const mail = await parser.read(bytes)
    const before = await findByHeader(dbOf(actor), actor, mail.headerId)
    if (before) return known(name, before)
    const { byEmail } = await users.directory(actor.tenantId)
    const writer = byEmail.get(mail.from.address.toLowerCase())
    const stored = await storeFiles(actor, name, bytes, mail)
    const { signatureAt, quoteAt } = splitAt(mail.text)
    const kept = await transact(dbOf(actor), async (tx) => {
      const result = await threads.keep(tx, actor, {
        ...mail,
        ...stored,
        // A file says of itself who wrote it: that is believed of no one but who brings it.
        authorId: writer?.userId === actor.userId ? actor.userId : null,
        importerId: actor.userId,
        state: writer ? 'sent' : 'received',
        people: { from: [mail.from], to: mail.to, cc: mail.cc, bcc: mail.bcc, replyTo: mail.replyTo },
        occurredAt: mail.writtenAt,
        signatureAt,
        quoteAt,
        body: storedText(richTextFrom(mail.text.slice(0, signatureAt).trim())) || null,
        source: 'import',
        privacy: query.privacy,
        home,
        linkedIds: [],
      })
      if (result.outcome === 'kept') {
        const { itemId, threadId, recordIds } = result
        const event: EmailImported = { itemId, threadId, recordIds: [...recordIds], by: actor.userId }
        await publish(tx, actor.tenantId, emailImported, event)
      }
      return result
    })
    if (kept.outcome === 'known') return known(name, kept)
    if (kept.outcome === 'kept') {
      return { name, outcome: 'imported', reason: null, threadId: kept.threadId, messageId: kept.messageId }
    }
    throw new UnreadableMail('None of its addresses belongs to a contact. Import it on the page of a record.')
  }

  function refusalOf(error: unknown): string {
    if (error instanceof UnreadableMail) return error.message
    if (error instanceof AppError && error.code !== 'unavailable') return error.message
    platform.log.warn({ err: error }, 'a mail could not be imported')
    return 'This email could not be read. If it opens in another program, save it again from there.'
  }

  return {
    /**
     * Imports mails, each by itself: one that is refused blocks none of the others. Throws `not_found` for a
     * record out of sight.
     */
    async run(
      actor: Actor,
      query: ImportMailQuery,
      mails: AsyncIterable<ArrivingFile>,
    ): Promise<ImportedMail[]> {
      const home = await homeOf(actor, query)
      const results: ImportedMail[] = []
      for await (const { name, bytes: source } of mails) {
        try {
          const bytes = await bytesOf(source)
          refuseOtherFormats(bytes)
          results.push(await keepOne(actor, name, bytes, query, home))
        } catch (error) {
          const reason = refusalOf(error)
          results.push({ name, outcome: 'refused', reason, threadId: null, messageId: null })
        }
      }
      return results
    },
  }
}

export type MailImport = ReturnType<typeof createMailImport>
