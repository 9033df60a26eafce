import type { LevelId } from '@steward/contracts/level'
import { mostLinks, type ItemKind } from '@steward/contracts/timeline'
import { mostAttachments } from '@steward/contracts/plain/stored-file'
import type { Actor } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { AppError, invalid } from '../../platform/errors.ts'
import { isActor, type System } from './timeline.door.ts'
import { findEditedParts, lockItems, lockRecords, type StoredItem } from './timeline.item.store.ts'
import { readableSql, recordSql } from './timeline.policy.ts'
import { kindOf, mayEdit, nounOf, unknownItem } from './timeline.rules.ts'

/** The levels of records by their ids. */
export type Levels = ReadonlyMap<number, LevelId>

export function refuseUnseen(linkedIds: readonly number[], seen: Levels): void {
  const missing = linkedIds.find((id) => !seen.has(id))
  if (missing === undefined) return
  const message = `Record ${missing} does not exist, or you can't see it.`
  throw invalid('timeline.link', { linkedEntities: message })
}

export function checkBounds(linkedIds: readonly number[], fileIds: readonly number[]): void {
  if (linkedIds.length > mostLinks) {
    throw invalid('timeline.links', { linkedEntities: `At most ${mostLinks} records can be linked.` })
  }
  if (fileIds.length > mostAttachments) {
    throw invalid('timeline.files', { fileIds: `At most ${mostAttachments} files can be attached.` })
  }
}

const levelsOfSeen = (rows: Awaited<ReturnType<typeof lockRecords>>): Levels =>
  new Map(rows.filter(({ seen }) => seen).map((row) => [row.record_id, row.level]))

/** The levels of the records among `ids` that are there and that the caller sees. */
export async function seenRecords(tx: Tx, who: Actor | System, ids: readonly number[]): Promise<Levels> {
  return levelsOfSeen(await lockRecords(tx, who.tenantId, ids, isActor(who) ? recordSql(who, 'r') : 'true'))
}

/**
 * Links as an edit leaves them: in their order, the new ones last, and with those that the actor does not see. And
 * which of the new ones the actor sees. Those that come and those that go are held at once, for anyone who takes several
 * records takes them in one order.
 */
export async function linksAfter(
  tx: Tx,
  actor: Actor,
  item: StoredItem,
  asked: readonly number[],
): Promise<{ linkedIds: number[]; seen: Levels }> {
  const differing = new Set(asked).symmetricDifference(new Set(item.linked_ids))
  const rows = await lockRecords(tx, actor.tenantId, [...differing], recordSql(actor, 'r'))
  const stay = new Set([...asked, ...rows.flatMap(({ seen, record_id }) => (seen ? [] : record_id))])
  const linkedIds = [...new Set([...item.linked_ids.filter((id) => stay.has(id)), ...asked])]
  return { linkedIds, seen: levelsOfSeen(rows) }
}

/** An item that the actor may edit, locked. Throws `not_found` and `forbidden`. */
export async function lockOwn(tx: Tx, actor: Actor, itemId: number, kind?: ItemKind): Promise<StoredItem> {
  const [item] = await lockItems(tx, actor.tenantId, [itemId], readableSql(actor, 'i'))
  const found = item && kindOf(item.kind)
  if (!item || !found || (kind && found !== kind)) throw unknownItem(kind)
  if (!mayEdit(actor, { kind: found, authorId: item.author_id })) {
    const message =
      found === 'change'
        ? "Changes can't be edited. Undo it in the history of the record."
        : `Only the author of this ${nounOf[found]}${found === 'email' ? '' : ', a manager or an administrator'} may do that.`
    throw new AppError('forbidden', 'timeline.not_yours', message)
  }
  return item
}

export function refuseDeleted(item: StoredItem): void {
  if (!item.deleted_at) return
  const message = `This ${nounOf[kindOf(item.kind)]} was deleted. Restore it first.`
  throw new AppError('conflict', 'timeline.deleted', message)
}

/** Throws `conflict` where someone else changed one of these parts since a version. */
export async function refuseStale(
  tx: Tx,
  actor: Actor,
  item: StoredItem,
  version: number | undefined,
  keys: readonly string[],
): Promise<void> {
  if (version === undefined || version >= item.version) return
  const edited = await findEditedParts(tx, actor.tenantId, item.item_id, version)
  if (!keys.some((key) => edited.has(key))) return
  const message = `Another user changed this ${nounOf[kindOf(item.kind)]} meanwhile. Reload it and edit it again.`
  throw new AppError('conflict', 'timeline.changed', message)
}
