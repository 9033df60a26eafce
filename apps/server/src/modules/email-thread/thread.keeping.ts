import type { MailAddress, MailState } from '@steward/contracts/email'
import type { LevelId } from '@steward/contracts/level'
import { mostLinks, type Audience } from '@steward/contracts/timeline'
import { mostAttachments } from '@steward/contracts/plain/stored-file'
import type { Actor } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Platform } from '../../platform/platform.ts'
import type { FileService } from '../file/index.ts'
import type { Records } from '../record/index.ts'
import { searchable, searchedOnly, type TimelineService } from '../timeline/index.ts'
import type { UserService } from '../user-management/index.ts'
import { audienceOf, type AddressRole } from './thread.numbers.ts'
import {
  addLinks,
  addToThread,
  findConversations,
  findKnown,
  insertThread,
  lockThread,
  setStatus,
  type LockedThread,
} from './thread.store.ts'
import { findByHeader, insertMessage, lockHeader, setItem } from './message.store.ts'
import { baseSubject, chooseBySubject, chooseThread, looksAnswered, parentsOf } from './thread.rules.ts'
import { findContacts, findLevel, readableThreads } from './thread.read-model.ts'

export interface ThreadNeighbours {
  users: Pick<UserService, 'directory'>
  records: Records
  files: FileService
  timeline: TimelineService
}

/** A mail that is to be kept, sent from here or come from outside. */
export interface MailToKeep {
  state: MailState
  /** The user who wrote it. */
  authorId: number | null
  importerId: number | null
  sourceFileId: number | null
  headerId: string
  inReplyTo: readonly string[]
  references: readonly string[]
  subject: string
  people: Readonly<Record<AddressRole, readonly MailAddress[]>>
  occurredAt: Date
  text: string
  signatureAt: number
  quoteAt: number
  html: string | null
  files: readonly { fileId: number; contentId: string | null; name: string }[]
  /** Its new text, as rich text is stored. */
  body: string | null
  source: string
  privacy: Audience
  /** Where a new thread begins; else with the first contact that the mail names. */
  home: { level: LevelId; recordId: number } | undefined
  linkedIds: readonly number[]
  /** The thread that it belongs to, `new` for one of its own; absent: as its headers say. */
  thread?: number | 'new'
}

export type Kept =
  | { outcome: 'kept'; threadId: number; messageId: number; itemId: number; recordIds: readonly number[] }
  | { outcome: 'known'; threadId: number; messageId: number }
  | { outcome: 'homeless' }

/** For so long an answer without ids finds its thread by the subject. */
const recentDays = 90

const addressesOf = (people: MailToKeep['people'], roles: readonly AddressRole[]): string[] => [
  ...new Set(roles.flatMap((role) => people[role]).map(({ address }) => address.toLowerCase())),
]

/** The thread that the headers of a mail lead to, of those that the actor may read: no one is brought into others. */
async function threadByIds(tx: Tx, actor: Actor, mail: MailToKeep): Promise<number | undefined> {
  const known = await findKnown(tx, actor.tenantId, [...parentsOf(mail), mail.headerId])
  const open = await readableThreads(tx, actor, [...new Set(known.map(({ threadId }) => threadId))])
  return chooseThread(
    mail.headerId,
    mail,
    known.filter(({ threadId }) => open.has(threadId)),
  )
}

/**
 * The thread of an answer whose program named no mail. That is a guess, so that nothing is joined that went on
 * only later, or that would show the mail to more people than it is meant for.
 */
async function threadBySubject(tx: Tx, actor: Actor, mail: MailToKeep): Promise<number | undefined> {
  const base = baseSubject(mail.subject)
  if (parentsOf(mail).length > 0 || base === '' || !looksAnswered(mail.subject)) return undefined
  const { occurredAt: until, privacy } = mail
  const since = new Date(until.getTime() - recentDays * 24 * 3600 * 1000)
  const alike = await findConversations(tx, actor.tenantId, base, { since, until, privacy })
  const seen = await readableThreads(
    tx,
    actor,
    alike.map(({ threadId }) => threadId),
  )
  const [from = ''] = addressesOf(mail.people, ['from'])
  return chooseBySubject(
    { from, recipients: addressesOf(mail.people, ['to', 'cc']) },
    alike.filter(({ threadId }) => seen.has(threadId)),
  )
}

async function findThread(tx: Tx, actor: Actor, mail: MailToKeep): Promise<number | undefined> {
  if (mail.thread !== undefined) return mail.thread === 'new' ? undefined : mail.thread
  return (await threadByIds(tx, actor, mail)) ?? threadBySubject(tx, actor, mail)
}

/** Begins a thread with the record of a mail; undefined where it has none. */
async function begin(
  tx: Tx,
  actor: Actor,
  mail: MailToKeep,
  contacts: readonly number[],
): Promise<number | undefined> {
  const recordId = mail.home?.recordId ?? contacts[0]
  if (recordId === undefined) return undefined
  return insertThread(tx, actor.tenantId, {
    subject: mail.subject,
    subjectBase: baseSubject(mail.subject),
    audience: mail.privacy,
    recordId,
    ownerId: actor.userId,
    at: mail.occurredAt,
  })
}

/** The records that a mail brings to its thread, as many as there is room for. */
function linksOf(mail: MailToKeep, thread: LockedThread, contacts: readonly number[]): number[] {
  const own = mail.home ? [mail.home.recordId] : []
  // A thread that begins has no links yet.
  const first = thread.linkedIds.length === 0 ? [thread.recordId] : []
  const held = new Set(thread.linkedIds)
  const links = new Set([...first, ...own, ...mail.linkedIds, ...contacts])
  return [...links].filter((id) => !held.has(id)).slice(0, Math.max(0, mostLinks - held.size))
}

/** Keeps mails: finds their thread, the contacts and users in them, and puts them on the timeline. */
export function createKeeping(platform: Platform, { users, files, timeline }: ThreadNeighbours) {
  async function putItem(
    tx: Tx,
    actor: Actor,
    mail: MailToKeep,
    messageId: number,
    thread: LockedThread,
  ): Promise<number> {
    const [from = { name: '', address: '' }] = mail.people.from
    const named = (['from', 'to', 'cc'] as const).flatMap((role) => mail.people[role])
    const fileIds = mail.files.map(({ fileId }) => fileId)
    const [itemId] = await timeline.put(tx, { tenantId: actor.tenantId }, [
      {
        kind: 'email',
        recordId: thread.recordId,
        level: await findLevel(tx, actor.tenantId, thread.recordId),
        occurredAt: mail.occurredAt,
        authorId: mail.authorId,
        title: mail.subject,
        body: mail.body,
        words: [
          searchable(mail.text.slice(0, mail.quoteAt)),
          searchedOnly,
          ...named.map(({ name, address }) => searchable(`${name} ${address}`)),
          ...mail.files.map(({ name }) => searchable(name)),
        ].join('\n'),
        details: {
          threadId: thread.threadId,
          messageId,
          from,
          to: mail.people.to.slice(0, 20),
          direction: mail.state === 'received' ? 'received' : 'sent',
        },
        source: mail.source,
        linkedIds: thread.linkedIds.filter((id) => id !== thread.recordId),
        fileIds: fileIds.slice(0, mostAttachments),
        audience: audienceOf(thread.audience),
        participants: thread.participants,
      },
    ])
    const all = [...fileIds, ...(mail.sourceFileId === null ? [] : [mail.sourceFileId])]
    if (all.length > 0) await files.claim(tx, actor.tenantId, all)
    await setItem(tx, actor.tenantId, messageId, itemId as number)
    return itemId as number
  }

  /** Users that a mail names, and who brought it: they take part in its thread. */
  async function participantsOf(actor: Actor, mail: MailToKeep): Promise<number[]> {
    const { byEmail } = await users.directory(actor.tenantId)
    const named = addressesOf(mail.people, ['from', 'to', 'cc', 'bcc']).flatMap(
      (address) => byEmail.get(address)?.userId ?? [],
    )
    return [...new Set([actor.userId, ...named])]
  }

  /** The contacts to whom a mail went, and from whom it came, but for hidden copies. */
  async function contactsOf(tx: Tx, actor: Actor, mail: MailToKeep): Promise<number[]> {
    const { byEmail } = await users.directory(actor.tenantId)
    const outside = addressesOf(mail.people, ['from', 'to', 'cc']).filter((address) => !byEmail.has(address))
    return findContacts(tx, actor, outside)
  }

  /** Keeps a mail, once: one whose Message-ID the actor may read already stays as it is. */
  async function keep(tx: Tx, actor: Actor, mail: MailToKeep): Promise<Kept> {
    const { tenantId } = actor
    await lockHeader(tx, tenantId, mail.headerId)
    const before = await findByHeader(tx, actor, mail.headerId)
    if (before) return { outcome: 'known', ...before }
    const contacts = await contactsOf(tx, actor, mail)
    const threadId = (await findThread(tx, actor, mail)) ?? (await begin(tx, actor, mail, contacts))
    if (threadId === undefined) return { outcome: 'homeless' }
    const earlier = (await lockThread(tx, tenantId, threadId)) as LockedThread
    const { inReplyTo, people, ...rest } = mail
    const messageId = await insertMessage(tx, tenantId, {
      ...rest,
      threadId,
      people,
      inReplyTo: inReplyTo[0] ?? null,
      createdAt: platform.clock.now(),
      body: mail.text,
    })
    await addLinks(tx, tenantId, threadId, linksOf(mail, earlier, contacts))
    const participants = await participantsOf(actor, mail)
    await addToThread(tx, tenantId, threadId, { at: mail.occurredAt, participants })
    if (earlier.status !== 0) await setStatus(tx, tenantId, threadId, 0)
    const thread = (await lockThread(tx, tenantId, threadId)) as LockedThread
    await timeline.amend(tx, tenantId, earlier.itemIds, {
      linkedIds: thread.linkedIds,
      participants: thread.participants,
      hidden: false,
    })
    const itemId = await putItem(tx, actor, mail, messageId, thread)
    return { outcome: 'kept', threadId, messageId, itemId, recordIds: thread.linkedIds }
  }

  return { keep }
}

export type Keeping = ReturnType<typeof createKeeping>
