import type { MailMessage, MailThread, ThreadListQuery } from '@steward/contracts/email'
import { levelOf, levels, type LevelId } from '@steward/contracts/level'
import type { LinkedEntities } from '@steward/contracts/logged-item'
import { mostLinks, type LinkedRecord } from '@steward/contracts/timeline'
import { may, type Actor } from '../../platform/actor.ts'
import { transact, type Db, type Tx } from '../../platform/db/database.ts'
import { invalid, notFound } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import { readLinked } from '../timeline/index.ts'
import { boundsOf } from './day.rules.ts'
import { audienceOf, stateOf } from './thread.numbers.ts'
import { addLinks, lockThread, moveHome, removeLinks, setStatus, showThreads } from './thread.store.ts'
import type { ThreadNeighbours } from './thread.keeping.ts'
import type { MailPages } from './mail-page.service.ts'
import { hasPicturesFromElsewhere, hasQuote, isPlain, snippetOf } from '../email/index.ts'
import { findMessage, listMessages, type MessageRow } from './message.read-model.ts'
import { peopleOf } from './message.service.ts'
import {
  findLevel,
  listThreadIds,
  readableThreads,
  readThreads,
  type ThreadRow,
} from './thread.read-model.ts'

const unknownThread = () =>
  notFound('email.thread.unknown', "This email thread does not exist, or you can't see it.")

function linkingOf(linked: readonly LinkedRecord[]): MailThread['linking'] {
  const of = (level: LevelId) => linked.filter((one) => one.level === level)
  return { organizations: of(1), accounts: of(2), contacts: of(3), pipelines: of(4) }
}

function threadOf(actor: Actor, row: ThreadRow): MailThread {
  const { threadId, subject, status, messageCount, people, hasFiles, linked } = row
  return {
    threadId,
    subject,
    status,
    privacy: audienceOf(row.audience),
    messageCount,
    lastAt: row.lastAt.toISOString(),
    snippet: snippetOf(row.body),
    people,
    state: stateOf(row.state),
    hasFiles,
    record: linked.find(({ id }) => id === row.recordId) ?? null,
    linking: linkingOf(linked),
    mayEdit: may(actor, 'timeline.edit'),
  }
}

const idsIn = (linked: LinkedEntities): number[] => levels.flatMap(({ plural }) => linked[plural] ?? [])

async function lockReadable(tx: Tx, actor: Actor, threadId: number) {
  const seen = await readableThreads(tx, actor, [threadId])
  const thread = seen.has(threadId) ? await lockThread(tx, actor.tenantId, threadId) : undefined
  if (!thread) throw unknownThread()
  return thread
}

/** Threads of mails: lists, reading, linking, hiding. */
export function createThreadService(platform: Platform, neighbours: ThreadNeighbours, pages: MailPages) {
  const { users, records, files, timeline } = neighbours
  const dbOf = ({ tenantId }: Actor): Db => platform.database.tenant(tenantId)

  async function present(actor: Actor, rows: readonly MessageRow[]): Promise<MailMessage[]> {
    const [directory, briefs] = await Promise.all([
      users.directory(actor.tenantId),
      files.brief(
        actor.tenantId,
        rows.flatMap(({ fileIds }) => fileIds),
      ),
    ])
    return rows.map((row) => {
      const { from, to, cc, bcc } = peopleOf(row)
      const author = row.authorId === null ? undefined : directory.byId.get(row.authorId)
      return {
        messageId: row.messageId,
        threadId: row.threadId,
        itemId: row.itemId,
        state: stateOf(row.state),
        failure: row.failure,
        attempts: row.attempts,
        subject: row.subject,
        from: from[0] ?? { name: '', address: '' },
        to,
        cc,
        bcc: row.authorId === actor.userId ? bcc : [],
        occurredAt: row.occurredAt.toISOString(),
        author: author ? { id: author.userId, name: author.name, imageId: author.imageId } : null,
        text: row.body.slice(0, row.signatureAt),
        signature: row.body.slice(row.signatureAt, row.quoteAt),
        quoted: row.body.slice(row.quoteAt),
        html:
          row.html === null || isPlain(row.html)
            ? null
            : {
                url: pages.address(actor.tenantId, row.messageId),
                hasPictures: hasPicturesFromElsewhere(row.html, pages.base),
                hasQuote: hasQuote(row.html),
              },
        files: row.fileIds.flatMap((id) => {
          const brief = briefs.get(id)
          return brief ? [{ fileId: id, name: brief.name, mediaType: brief.mediaType, size: brief.size }] : []
        }),
        mayRetry: stateOf(row.state) === 'failed' && row.authorId === actor.userId,
      }
    })
  }

  /** A thread in sight. Throws `not_found`. */
  async function read(actor: Actor, threadId: number): Promise<MailThread> {
    const [row] = await readThreads(dbOf(actor), actor, [threadId])
    if (!row) throw unknownThread()
    return threadOf(actor, row)
  }

  async function messages(actor: Actor, threadId: number): Promise<MailMessage[]> {
    await read(actor, threadId)
    return present(actor, await listMessages(dbOf(actor), actor.tenantId, threadId))
  }

  /** A message; undefined where there is none that the actor may read. */
  async function findMail(actor: Actor, messageId: number): Promise<MailMessage | undefined> {
    const found = await findMessage(dbOf(actor), actor, messageId)
    return found && (await present(actor, [found]))[0]
  }

  /** Which record a call is about, where it is about one. Throws `not_found`. */
  async function pageOf(actor: Actor, { level, entity }: ThreadListQuery): Promise<number | undefined> {
    if (level === undefined && entity === undefined) return undefined
    if (level === undefined || entity === undefined) {
      throw invalid('email.record', {
        [level === undefined ? 'level' : 'entity']: 'Specify a record by its level and id.',
      })
    }
    const found = (await records.current(actor, [entity])).get(entity)
    if (found?.level === level) return entity
    throw notFound('record.unknown', `This ${levelOf(level).name} does not exist, or you can't see it.`)
  }

  return {
    read,
    messages,
    findMail,

    /** A page of threads, the one that went on last first. Throws `not_found` for a record out of sight. */
    async list(actor: Actor, query: ThreadListQuery) {
      const { page, pageSize, subject, from, to, cc, emailStatus } = query
      const recordId = await pageOf(actor, query)
      const { from: since, until } = boundsOf(query)
      const filter = { subject, from, to, cc, emailStatus, since, until }
      const { ids, total } = await listThreadIds(dbOf(actor), actor, { filter, recordId, page, pageSize })
      const rows = await readThreads(dbOf(actor), actor, ids)
      return { data: rows.map((row) => threadOf(actor, row)), page, pageSize, totalItemCount: total }
    },

    async readWhole(actor: Actor, threadId: number) {
      return { ...(await read(actor, threadId)), messages: await messages(actor, threadId) }
    },

    /** Takes a thread out of lists and timelines, or puts it back. Throws `not_found`. */
    async changeStatus(actor: Actor, threadId: number, status: 0 | 10): Promise<MailThread> {
      await transact(dbOf(actor), async (tx) => {
        const { itemIds } = await lockReadable(tx, actor, threadId)
        await setStatus(tx, actor.tenantId, threadId, status)
        await timeline.amend(tx, actor.tenantId, itemIds, { hidden: status === 10 })
      })
      return read(actor, threadId)
    },

    /**
     * Puts a thread on the pages of further records, and takes it off others; one always remains. Answers
     * null where the actor does not see it any more. Throws `not_found` and `invalid_input`.
     */
    async changeLinking(
      actor: Actor,
      threadId: number,
      { link, unlink }: { link: LinkedEntities; unlink: LinkedEntities },
    ): Promise<MailThread | null> {
      const added = await readLinked(records, actor, link)
      await transact(dbOf(actor), async (tx) => {
        const { tenantId } = actor
        const thread = await lockReadable(tx, actor, threadId)
        const gone = new Set(idsIn(unlink))
        const rest = [...new Set([...thread.linkedIds, ...added])].filter((id) => !gone.has(id))
        if (rest.length === 0) {
          throw invalid('email.unlinked', {
            unlink: 'A thread needs at least one record. Link another one first.',
          })
        }
        if (rest.length > mostLinks) {
          throw invalid('email.links', { link: `At most ${mostLinks} records can be linked.` })
        }
        await addLinks(tx, tenantId, threadId, added)
        await removeLinks(tx, tenantId, threadId, [...gone])
        const homeId = gone.has(thread.recordId) ? (rest[0] as number) : thread.recordId
        if (homeId !== thread.recordId) await moveHome(tx, tenantId, threadId, homeId)
        await timeline.amend(tx, tenantId, thread.itemIds, {
          linkedIds: rest,
          home: { recordId: homeId, level: await findLevel(tx, tenantId, homeId) },
        })
      })
      const [row] = await readThreads(dbOf(actor), actor, [threadId])
      return row ? threadOf(actor, row) : null
    },

    registerRemoval(): void {
      timeline.registerRemoval('email', {
        // Who wrote a mail may bring it back from the timeline; its thread is not hidden then.
        async restored(tx, { tenantId }, itemIds) {
          const shown = await showThreads(tx, tenantId, itemIds)
          await timeline.amend(tx, tenantId, shown, { hidden: false })
        },
      })
    },
  }
}

export type ThreadService = ReturnType<typeof createThreadService>
