import {
  byLevel,
  type ChangeFileGroup,
  type CreateFileGroup,
  type FileGroup,
  type FileGroupPage,
  type FileGroupQuery,
} from '@steward/contracts/record-file'
import { mostPinned, type TimelineItem, type TimelineQuery } from '@steward/contracts/timeline'
import type { Actor } from '../../platform/actor.ts'
import { transact } from '../../platform/db/database.ts'
import { invalid, notFound } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import type { FileRow, FileService } from '../file/index.ts'
import type { Records } from '../record/index.ts'
import { readLinked, readRich, type ItemChange, type TimelineService } from '../timeline/index.ts'
import { homeOf, titleOf, wordsOf } from './record-file.rules.ts'

export interface RecordFileNeighbours {
  records: Records
  files: FileService
  timeline: TimelineService
}

type Files = ReadonlyMap<number, FileRow>

function groupOf(item: TimelineItem, files: Files): FileGroup {
  const { itemId, kind, title, body, text, record, inherited, linked } = item
  return {
    groupId: itemId,
    itemId,
    kind: kind as FileGroup['kind'],
    title,
    comment: body,
    text,
    bookmarkStatus: item.bookmarked,
    pinStatus: item.pinned,
    record,
    inherited,
    linkedEntities: byLevel(record ? [record, ...linked] : linked),
    createdBy: item.author,
    createdAt: item.createdAt,
    occurredAt: item.occurredAt,
    mayEdit: item.mayEdit,
    version: item.version,
    files: item.files.map((brief) => ({
      ...brief,
      uid: files.get(brief.fileId)?.uid ?? '',
      fileMetaDataId: brief.fileId,
      pinStatus: item.pinned,
    })),
  }
}

/** Files that were put with records, as groups with a comment, and all others that hang on what was logged. */
export function createRecordFileService(
  platform: Platform,
  { records, files, timeline }: RecordFileNeighbours,
) {
  const dbOf = ({ tenantId }: Actor) => platform.database.tenant(tenantId)

  async function present(actor: Actor, items: readonly TimelineItem[]): Promise<FileGroup[]> {
    const ids = items.flatMap((item) => item.files.map(({ fileId }) => fileId))
    const known = await files.brief(actor.tenantId, [...new Set(ids)])
    return items.map((item) => groupOf(item, known))
  }

  async function read(actor: Actor, groupId: number): Promise<FileGroup> {
    const [group] = await present(actor, [await timeline.read(actor, groupId, 'file')])
    return group as FileGroup
  }

  /** Names of files, without those that are not there. */
  async function namesOf(actor: Actor, fileIds: readonly number[]): Promise<string[]> {
    const known = await files.brief(actor.tenantId, fileIds)
    return fileIds.flatMap((fileId) => known.get(fileId)?.name ?? [])
  }

  return {
    /** A page of groups, newest first, with the pinned ones before the first. Throws `not_found` for the record. */
    async list(actor: Actor, query: FileGroupQuery): Promise<FileGroupPage> {
      const ask = { ...query, withFiles: true } as TimelineQuery
      const page = await timeline.list(actor, ask)
      const pinned =
        query.cursor === undefined
          ? await timeline.list(actor, { ...ask, pinned: true, pageSize: mostPinned })
          : { data: [] }
      const groups = await present(actor, [...pinned.data, ...page.data])
      return {
        first: groups.slice(0, pinned.data.length),
        data: groups.slice(pinned.data.length),
        nextCursor: page.nextCursor,
      }
    },

    /** Errors: not_found for the record, invalid_input at files, comment, linkedEntities. */
    async create(actor: Actor, form: CreateFileGroup): Promise<FileGroup> {
      const home = homeOf(form)
      if (!home) throw invalid('file.home', { linkedEntities: 'Choose the record for these files.' })
      const { words, body } = readRich(form.comment ?? '', 'comment')
      const fileIds = [...new Set(form.files)]
      const names = await namesOf(actor, fileIds)
      const linkedIds = await readLinked(records, actor, form.linkedEntities ?? {})
      const item = {
        kind: 'file',
        recordId: home.recordId,
        level: home.level,
        occurredAt: platform.clock.now(),
        authorId: actor.userId,
        title: titleOf(names),
        body,
        words: wordsOf(names, words),
        details: {},
        source: form.source || 'app',
        linkedIds: linkedIds.filter((id) => id !== home.recordId),
        fileIds,
      } as const
      const [itemId] = await transact(dbOf(actor), async (tx) => {
        await files.check(tx, actor, fileIds, 'files')
        return timeline.put(tx, actor, [item])
      })
      return read(actor, itemId as number)
    },

    /** Changes what is given. Errors: not_found, forbidden, conflict, and those of `create`. */
    async change(actor: Actor, groupId: number, form: ChangeFileGroup): Promise<FileGroup> {
      const before = await read(actor, groupId)
      const { words, body } = readRich(form.comment ?? before.comment ?? '', 'comment')
      const fileIds = [...new Set(form.files ?? before.files.map(({ fileId }) => fileId))]
      const names = await namesOf(actor, fileIds)
      const change: ItemChange = {
        title: titleOf(names),
        body,
        words: wordsOf(names, words),
        ...(form.files && { fileIds }),
        ...(form.version && { version: form.version }),
      }
      await transact(dbOf(actor), async (tx) => {
        if (form.files) await files.check(tx, actor, fileIds, 'files')
        await timeline.edit(tx, actor, groupId, 'file', change)
      })
      return read(actor, groupId)
    },

    async bookmark(actor: Actor, groupId: number, status: boolean | undefined): Promise<FileGroup> {
      await timeline.bookmark(actor, groupId, status)
      const [group] = await present(actor, [await timeline.read(actor, groupId)])
      return group as FileGroup
    },

    /**
     * Pins what a file came with, for everyone. Errors: not_found where the actor sees nothing that holds the
     * file, forbidden where they may edit none of it.
     */
    async pin(actor: Actor, fileId: number, status: boolean): Promise<FileGroup[]> {
      const itemIds = await timeline.holding(actor, fileId)
      if (itemIds.length === 0)
        throw notFound('file.unknown', "This file does not exist, or you can't see it.")
      const results = await Promise.allSettled(itemIds.map((itemId) => timeline.pin(actor, itemId, status)))
      const refused = results.find((result) => result.status === 'rejected')
      if (refused && results.every(({ status: state }) => state === 'rejected')) throw refused.reason
      const items = await Promise.all(itemIds.map((itemId) => timeline.read(actor, itemId)))
      return present(actor, items)
    },

    /** It can be restored on the timeline. Error: conflict where it has been deleted already. */
    remove: (actor: Actor, groupId: number): Promise<void> =>
      transact(dbOf(actor), (tx) => timeline.remove(tx, actor, groupId, 'file')),
  }
}

export type RecordFileService = ReturnType<typeof createRecordFileService>
