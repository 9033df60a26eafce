import type { LoggedListQuery } from '@steward/contracts/logged-item'
import type { ChangeNote, CreateNote, Note } from '@steward/contracts/note'
import type { TimelineItem } from '@steward/contracts/timeline'
import type { Actor } from '../../platform/actor.ts'
import { transact } from '../../platform/db/database.ts'
import { invalid } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Records } from '../record/index.ts'
import {
  readLinked,
  readOccurredAt,
  readRich,
  refuseOtherRecord,
  type ItemChange,
  type TimelineService,
} from '../timeline/index.ts'

export interface NoteNeighbours {
  records: Records
  timeline: TimelineService
}

/** An item of the timeline that is known to be a note. */
const noteOf = (item: TimelineItem): Note => ({ ...(item as Omit<Note, 'noteId'>), noteId: item.itemId })

function refuseEmpty(title: string, body: string | null): void {
  if (title || body) return
  throw invalid('note.empty', { description: 'Enter some text.' })
}

/** Notes: what someone wrote down about a record. */
export function createNoteService(platform: Platform, { records, timeline }: NoteNeighbours) {
  const dbOf = ({ tenantId }: Actor) => platform.database.tenant(tenantId)
  const now = () => platform.clock.now()

  const read = async (actor: Actor, itemId: number): Promise<Note> =>
    noteOf(await timeline.read(actor, itemId, 'note'))

  return {
    /** Errors: not_found for the record, invalid_input at description, occurredAt, linkedEntities, fileIds. */
    async create(actor: Actor, form: CreateNote): Promise<Note> {
      const { title = '', fileIds } = form
      const text = readRich(form.description ?? '', 'description')
      refuseEmpty(title, text.body)
      const item = {
        kind: 'note',
        recordId: form.parentIdentifier,
        level: form.level,
        occurredAt: readOccurredAt(form.occurredAt, now()),
        authorId: actor.userId,
        title,
        ...text,
        details: {},
        source: form.source || 'app',
        linkedIds: await readLinked(records, actor, form.linkedEntities ?? {}),
        ...(fileIds && { fileIds }),
      } as const
      const [itemId] = await transact(dbOf(actor), (tx) => timeline.put(tx, actor, [item]))
      return read(actor, itemId as number)
    },

    /** Changes what is given. Errors: not_found, forbidden, conflict, and those of `create`. */
    async change(actor: Actor, itemId: number, form: ChangeNote): Promise<Note> {
      const { item: before, kept } = await timeline.readKept(actor, itemId, 'note')
      refuseOtherRecord(kept.record, form)
      const text = form.description === undefined ? undefined : readRich(form.description, 'description')
      refuseEmpty(form.title ?? before.title, text ? text.body : before.body)
      const { title, fileIds, linkedEntities, version } = form
      const change: ItemChange = {
        ...text,
        ...(title !== undefined && { title }),
        ...(form.occurredAt && { occurredAt: readOccurredAt(form.occurredAt, now()) }),
        ...(linkedEntities && { linkedIds: await readLinked(records, actor, linkedEntities, kept.linked) }),
        ...(fileIds && { fileIds }),
        ...(version && { version }),
      }
      await transact(dbOf(actor), (tx) => timeline.edit(tx, actor, itemId, 'note', change))
      return read(actor, itemId)
    },

    /** Error: conflict where it has been deleted already. */
    remove: (actor: Actor, itemId: number): Promise<void> =>
      transact(dbOf(actor), (tx) => timeline.remove(tx, actor, itemId, 'note')),

    async bookmark(actor: Actor, itemId: number, status: boolean | undefined): Promise<Note> {
      await timeline.bookmark(actor, itemId, status, 'note')
      return read(actor, itemId)
    },

    /** The notes of a record and of those below it, newest first. */
    async page(actor: Actor, query: LoggedListQuery) {
      const { data, totalItemCount } = await timeline.page(actor, 'note', query)
      const notes = data.map(noteOf)
      const { page, pageSize } = query
      return { data: notes, itemCount: notes.length, page, pageSize, totalItemCount }
    },
  }
}

export type NoteService = ReturnType<typeof createNoteService>
