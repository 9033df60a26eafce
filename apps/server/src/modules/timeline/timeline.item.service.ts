import type { ItemKind } from '@steward/contracts/timeline'
import type { Actor } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { AppError, notFound } from '../../platform/errors.ts'
import { isActor, type ItemChange, type NewItem, type Registry, type System } from './timeline.door.ts'
import {
  checkBounds,
  linksAfter,
  lockOwn,
  refuseDeleted,
  refuseStale,
  refuseUnseen,
  seenRecords,
  type Levels,
} from './timeline.item.guard.ts'
import {
  attachFiles,
  findStanding,
  insertItems,
  placeAnew,
  setDeleted,
  updateItem,
  type ItemInput,
  type StoredItem,
} from './timeline.item.store.ts'
import { announceLogged, type TimelineNotices } from './timeline.notice.service.ts'
import {
  audienceId,
  audienceOf,
  editOf,
  kindId,
  kindOf,
  nounOf,
  ownWords,
  wordsWithFiles,
  type ItemParts,
} from './timeline.rules.ts'

/** What the timeline asks of stored files. */
export interface FileDoor {
  check(tx: Tx, actor: Actor, fileIds: readonly number[]): Promise<unknown>
  claim(tx: Tx, tenantId: number, fileIds: readonly number[]): Promise<unknown>
  release(tx: Tx, tenantId: number, fileIds: readonly number[]): Promise<unknown>
  keepImages(tx: Tx, tenantId: number, bodies: readonly (string | null)[]): Promise<unknown>
  names(tx: Tx, tenantId: number, fileIds: readonly number[]): Promise<readonly string[]>
}

const unique = (ids: readonly number[] = []): number[] => [...new Set(ids)]

function inputOf(item: NewItem, at: number): ItemInput {
  return {
    at,
    kind: kindId(item.kind),
    audience: audienceId(item.audience ?? 'everyone'),
    level: item.level,
    author_id: item.authorId,
    record_id: item.recordId,
    occurred_at: item.occurredAt.toISOString(),
    participants: unique(item.participants),
    linked_ids: unique(item.linkedIds).filter((id) => id !== item.recordId),
    file_ids: unique(item.fileIds),
    source: item.source,
    title: item.title,
    body: item.body,
    words: item.words,
    details: item.details,
  }
}

function partsOf(item: StoredItem): ItemParts {
  return {
    title: item.title,
    body: item.body,
    words: ownWords(item.words),
    occurredAt: item.occurred_at.toISOString(),
    details: item.details,
    linkedIds: item.linked_ids,
    fileIds: item.file_ids,
    audience: audienceOf(item.audience),
    participants: item.participants,
  }
}

async function attachAndWrite(
  tx: Tx,
  actor: Actor,
  item: StoredItem,
  next: ItemParts,
  before: Partial<ItemParts>,
  at: Date,
): Promise<void> {
  const { tenantId, userId } = actor
  const written = {
    ...item,
    audience: audienceId(next.audience),
    occurred_at: new Date(next.occurredAt),
    participants: [...next.participants],
    linked_ids: [...next.linkedIds],
    file_ids: [...next.fileIds],
    title: next.title,
    body: next.body,
    words: next.words,
    details: next.details,
  }
  await updateItem(tx, tenantId, written, {
    version: item.version,
    act: 'edit',
    actorId: userId,
    at,
    before: { ...before },
  })
  if (before.fileIds) await attachFiles(tx, tenantId, item.item_id, written.file_ids)
  if (before.linkedIds || before.fileIds || before.occurredAt) await placeAnew(tx, tenantId, [item.item_id])
}

/** What is on the timeline: how it comes, changes, goes and comes back. */
export function createItemService(
  now: () => Date,
  files: FileDoor,
  notices: TimelineNotices,
  registry: Registry,
) {
  /** An item is found by the names of its files; `again` where it may have had others. */
  async function searchedWords(
    tx: Tx,
    tenantId: number,
    kind: ItemKind,
    words: string,
    fileIds: readonly number[],
    anew = false,
  ): Promise<string> {
    if (fileIds.length === 0 && !anew) return words
    return wordsWithFiles(kind, words, await files.names(tx, tenantId, fileIds))
  }

  const takeFiles = (tx: Tx, who: Actor | System, fileIds: readonly number[]) => {
    if (fileIds.length === 0) return undefined
    return isActor(who) ? files.check(tx, who, fileIds) : files.claim(tx, who.tenantId, fileIds)
  }

  /**
   * Puts items on the timeline and answers their ids in order. Throws `not_found` for a record that the
   * actor cannot see, and `invalid_input` at `linkedEntities` or `fileIds`.
   */
  async function put(tx: Tx, who: Actor | System, items: readonly NewItem[]): Promise<number[]> {
    if (items.length === 0) return []
    const at = now()
    const inputs = items.map(inputOf)
    for (const { linked_ids, file_ids } of inputs) checkBounds(linked_ids, file_ids)
    const ids = inputs.flatMap((item) => [item.record_id, ...item.linked_ids])
    const seen = await seenRecords(tx, who, unique(ids))
    for (const { record_id: recordId, level, linked_ids: linkedIds } of inputs) {
      if (seen.get(recordId) !== level) {
        throw notFound('record.unknown', "This record does not exist, or you can't see it.")
      }
      refuseUnseen(linkedIds, seen)
    }
    await takeFiles(tx, who, unique(inputs.flatMap((item) => item.file_ids)))
    for (const input of inputs) {
      input.words = await searchedWords(tx, who.tenantId, kindOf(input.kind), input.words, input.file_ids)
    }
    await files.keepImages(
      tx,
      who.tenantId,
      items.map(({ body }) => body),
    )
    const itemIds = await insertItems(tx, who.tenantId, at, inputs)
    const logged = items.map(({ kind }, nth) => ({ itemId: itemIds[nth] as number, kind, version: 1 }))
    await announceLogged(tx, who, 'create', logged)
    if (isActor(who)) {
      const texts = inputs.map(({ body }, nth) => ({
        itemId: itemIds[nth] as number,
        commentId: null,
        body,
        before: null,
      }))
      await notices.mentioned(tx, who, texts, at)
    }
    return itemIds
  }

  /** `seen` has those of the new links that the actor sees. */
  async function checkParts(
    tx: Tx,
    actor: Actor,
    item: StoredItem,
    parts: ItemParts,
    seen: Levels,
  ): Promise<void> {
    const [linkedIds, fileIds] = [unique(parts.linkedIds), unique(parts.fileIds)]
    checkBounds(linkedIds, fileIds)
    const before = new Set(item.linked_ids)
    refuseUnseen(
      linkedIds.filter((id) => !before.has(id)),
      seen,
    )
    const held = new Set(item.file_ids)
    await takeFiles(
      tx,
      actor,
      fileIds.filter((id) => !held.has(id)),
    )
    const kept = new Set(fileIds)
    const dropped = item.file_ids.filter((id) => !kept.has(id))
    if (dropped.length > 0) await files.release(tx, actor.tenantId, dropped)
  }

  /**
   * Changes an item, keeping what it was. Throws `not_found`, `forbidden`, and `conflict` where it was
   * deleted, or where someone else changed the same part since the version that the editor has seen.
   */
  async function edit(
    tx: Tx,
    actor: Actor,
    itemId: number,
    kind: ItemKind,
    change: ItemChange,
  ): Promise<void> {
    const item = await lockOwn(tx, actor, itemId, kind)
    refuseDeleted(item)
    const links = change.linkedIds && (await linksAfter(tx, actor, item, change.linkedIds))
    const asked = links ? { ...change, linkedIds: links.linkedIds } : change
    const { next, before, keys } = editOf(partsOf(item), asked, item.record_id)
    if (keys.length === 0) return
    await refuseStale(tx, actor, item, change.version, keys)
    await checkParts(tx, actor, item, next, links?.seen ?? new Map())
    if (before.fileIds)
      next.words = await searchedWords(tx, actor.tenantId, kind, next.words, next.fileIds, true)
    const at = now()
    await files.keepImages(tx, actor.tenantId, [next.body])
    await attachAndWrite(tx, actor, item, next, before, at)
    await announceLogged(tx, actor, 'edit', [{ itemId, kind, version: item.version + 1 }])
    const text = { itemId, commentId: null, body: next.body, before: item.body }
    await notices.mentioned(tx, actor, [text], at)
  }

  /** Deletes an item; it can be brought back. Throws `conflict` where that has already been done. */
  async function remove(tx: Tx, actor: Actor, itemId: number, kind?: ItemKind): Promise<void> {
    const item = await lockOwn(tx, actor, itemId, kind)
    if (item.deleted_at) {
      const message = `This ${nounOf[kindOf(item.kind)]} has already been deleted.`
      throw new AppError('conflict', 'timeline.deleted', message)
    }
    await mark(tx, actor, item, 'delete')
    await registry.removals.get(kindOf(item.kind))?.removed?.(tx, actor, [itemId])
  }

  /** Brings a deleted item back. Throws `conflict` where it has not been deleted. */
  async function restore(tx: Tx, actor: Actor, itemId: number): Promise<ItemKind> {
    const item = await lockOwn(tx, actor, itemId)
    const kind = kindOf(item.kind)
    if (!item.deleted_at) {
      throw new AppError('conflict', 'timeline.not_deleted', `This ${nounOf[kind]} has not been deleted.`)
    }
    const standing = await findStanding(tx, actor.tenantId, item.linked_ids)
    if (standing.length < item.linked_ids.length) {
      const next = { ...partsOf(item), linkedIds: standing }
      await attachAndWrite(tx, actor, item, next, { linkedIds: item.linked_ids }, now())
      item.version += 1
    }
    await mark(tx, actor, item, 'restore')
    await registry.removals.get(kind)?.restored?.(tx, actor, [itemId])
    return kind
  }

  async function mark(tx: Tx, actor: Actor, item: StoredItem, act: 'delete' | 'restore'): Promise<void> {
    const { item_id: itemId, version } = item
    const revision = { version, act, actorId: actor.userId, at: now(), before: {} }
    await setDeleted(tx, actor.tenantId, itemId, revision)
    await announceLogged(tx, actor, act, [{ itemId, kind: kindOf(item.kind), version: version + 1 }])
  }

  return { put, edit, remove, restore }
}
