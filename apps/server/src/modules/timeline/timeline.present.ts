import type { FileBrief, LinkedRecord, Person, TimelineItem } from '@steward/contracts/timeline'
import { plainTextOf } from '@steward/rich-text'
import type { Actor } from '../../platform/actor.ts'
import { isoOf } from '../../platform/db/instant.reader.ts'
import type { UserDirectory } from '../user-management/index.ts'
import type { Registry } from './timeline.door.ts'
import type { ItemRow } from './timeline.read-model.ts'
import { audienceOf, kindOf, mayEdit } from './timeline.rules.ts'

/** Where the names come from that items are shown with. */
export interface PresentingNeighbours {
  users: { directory(tenantId: number): Promise<UserDirectory> }
  files: { brief(tenantId: number, fileIds: readonly number[]): Promise<ReadonlyMap<number, FileBrief>> }
}

export function personOf(users: UserDirectory, userId: number | null): Person | null {
  if (userId === null) return null
  const user = users.byId.get(userId)
  return { id: userId, name: user?.name ?? 'Former user', imageId: user?.imageId ?? null }
}

/** The record of an item; null where it is out of sight. */
export const shownRecord = (row: Pick<ItemRow, 'level' | 'record_id' | 'record_name'>): LinkedRecord | null =>
  row.record_name === null ? null : { level: row.level, id: row.record_id, name: row.record_name }

/** Makes rows into items. */
export function createPresenting({ users, files }: PresentingNeighbours, registry: Registry) {
  /** Presents the details of items, with one call per kind. */
  async function detailsOf(actor: Actor, rows: readonly ItemRow[]): Promise<Map<number, unknown>> {
    const found = await Promise.all(
      [...Map.groupBy(rows, (row) => kindOf(row.kind))].map(async ([kind, ofKind]) => {
        const present = registry.presenters.get(kind)
        if (!present) return []
        const items = ofKind.map((row) => ({
          itemId: row.item_id,
          recordId: row.record_id,
          level: row.level,
          changeSetId: row.change_set_id,
          source: row.source,
          details: row.details,
        }))
        return [...(await present(actor.tenantId, actor, items))]
      }),
    )
    return new Map(found.flat())
  }

  const briefsOf = async (tenantId: number, rows: readonly ItemRow[]) => {
    const ids = [...new Set(rows.flatMap((row) => row.file_ids))]
    return ids.length === 0 ? new Map<number, FileBrief>() : files.brief(tenantId, ids)
  }

  /** Rows as items, in their order. `pageId` is the record on whose page they are; null where there is none. */
  return async (actor: Actor, rows: readonly ItemRow[], pageId: number | null): Promise<TimelineItem[]> => {
    if (rows.length === 0) return []
    const [directory, details, briefs] = await Promise.all([
      users.directory(actor.tenantId),
      detailsOf(actor, rows),
      briefsOf(actor.tenantId, rows),
    ])
    return rows.map((row) => {
      const kind = kindOf(row.kind)
      const item = {
        itemId: row.item_id,
        kind,
        details: details.get(row.item_id) ?? row.details,
        record: shownRecord(row),
        inherited: pageId !== null && row.via_id !== null && row.via_id !== pageId,
        linked: row.linked ?? [],
        occurredAt: isoOf(row.occurred_at),
        author: personOf(directory, row.author_id),
        source: row.source,
        title: row.title,
        body: row.body,
        text: row.body === null ? '' : plainTextOf(row.body),
        files: row.file_ids
          .flatMap((id) => briefs.get(id) ?? [])
          .map(({ fileId, name, mediaType, size }) => ({ fileId, name, mediaType, size })),
        audience: audienceOf(row.audience),
        bookmarked: row.bookmarked,
        pinned: row.pinned,
        unread: row.unread,
        commentCount: row.comment_count,
        version: row.version,
        createdAt: isoOf(row.created_at),
        updatedAt: row.updated_at === null ? null : isoOf(row.updated_at),
        mayEdit: mayEdit(actor, { kind, authorId: row.author_id }),
      }
      return item as TimelineItem
    })
  }
}

export type Presenting = ReturnType<typeof createPresenting>
