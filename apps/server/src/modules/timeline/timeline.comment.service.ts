import type { Comment, Person } from '@steward/contracts/timeline'
import { plainTextOf, toStored } from '@steward/rich-text'
import { keepsOrder, may, type Actor } from '../../platform/actor.ts'
import { transact, type Db, type Tx } from '../../platform/db/database.ts'
import { AppError, invalid, notFound } from '../../platform/errors.ts'
import type { UserDirectory, UserService } from '../user-management/index.ts'
import {
  insertComment,
  listComments,
  removeComment,
  setCommentWords,
  updateComment,
  type CommentRow,
} from './timeline.comment.store.ts'
import { refuseDeleted } from './timeline.item.guard.ts'
import type { FileDoor } from './timeline.item.service.ts'
import { lockItems, type StoredItem } from './timeline.item.store.ts'
import type { TimelineNotices } from './timeline.notice.service.ts'
import { readableSql } from './timeline.policy.ts'
import { personOf } from './timeline.present.ts'
import { readItems } from './timeline.read-model.ts'
import { searchable, unknownItem } from './timeline.rules.ts'

const mayWrite = (actor: Actor, row: CommentRow): boolean =>
  row.author_id === actor.userId && may(actor, 'timeline.edit')

const mayDelete = (actor: Actor, row: CommentRow): boolean =>
  mayWrite(actor, row) || (may(actor, 'timeline.edit') && keepsOrder(actor))

function presentComment(actor: Actor, users: UserDirectory, row: CommentRow): Comment {
  return {
    commentId: row.comment_id,
    author: personOf(users, row.author_id) as Person,
    body: row.body,
    text: plainTextOf(row.body),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at?.toISOString() ?? null,
    mayEdit: mayWrite(actor, row),
    mayDelete: mayDelete(actor, row),
  }
}

function readBody(text: string): string {
  const stored = toStored(text)
  if (!stored.ok) throw invalid('text.unsound', { body: `The comment ${stored.problem}` })
  if (stored.text === '') throw invalid('comment.empty', { body: 'Write a comment.' })
  return stored.text
}

async function lockItem(tx: Tx, actor: Actor, itemId: number): Promise<StoredItem> {
  const [item] = await lockItems(tx, actor.tenantId, [itemId], readableSql(actor, 'i'))
  if (!item) throw unknownItem()
  refuseDeleted(item)
  return item
}

/** A comment on an item that stands. `isAllowed` says who may do what is about to be done. */
async function find(
  tx: Tx,
  actor: Actor,
  ids: { itemId: number; commentId: number },
  isAllowed: (actor: Actor, row: CommentRow) => boolean,
): Promise<CommentRow> {
  const { itemId, commentId } = ids
  await lockItem(tx, actor, itemId)
  const [row] = await listComments(tx, actor.tenantId, itemId, commentId)
  if (!row) throw notFound('comment.unknown', 'This comment does not exist or was deleted.')
  if (!isAllowed(actor, row)) {
    throw new AppError('forbidden', 'comment.not_yours', 'Only the author of this comment can do that.')
  }
  return row
}

/** Characters of comments by which an item is found; the latest of them. */
const searchedCharacters = 20_000

async function putIntoSearch(tx: Tx, tenantId: number, itemId: number): Promise<void> {
  const rows = await listComments(tx, tenantId, itemId)
  const words = rows.map(({ body }) => searchable(plainTextOf(body))).join('\n')
  await setCommentWords(tx, tenantId, itemId, words.slice(-searchedCharacters).toWellFormed())
}

/** What people answer to an item. Anyone who may read it reads them all. */
export function createCommentService(
  dbOf: (tenantId: number) => Db,
  now: () => Date,
  neighbours: { users: Pick<UserService, 'directory'>; files: Pick<FileDoor, 'keepImages'> },
  notices: TimelineNotices,
) {
  const { users, files } = neighbours

  return {
    /** List the comments on an item, oldest first. Throws `not_found`. */
    async comments(actor: Actor, itemId: number): Promise<Comment[]> {
      const db = dbOf(actor.tenantId)
      const [found, rows, directory] = await Promise.all([
        readItems(db, actor, [itemId]),
        listComments(db, actor.tenantId, itemId),
        users.directory(actor.tenantId),
      ])
      if (found.length === 0) throw unknownItem()
      return rows.map((row) => presentComment(actor, directory, row))
    },

    /** Writes a comment; who is named, and who wrote to the item before, is notified of it. */
    async comment(actor: Actor, itemId: number, text: string): Promise<Comment> {
      const body = readBody(text)
      const { tenantId, userId } = actor
      const at = now()
      const row = await transact(dbOf(tenantId), async (tx) => {
        const item = await lockItem(tx, actor, itemId)
        const earlier = await listComments(tx, tenantId, itemId)
        await files.keepImages(tx, tenantId, [body])
        const written = await insertComment(tx, tenantId, itemId, { authorId: userId, at, body })
        const commentId = written.comment_id
        await putIntoSearch(tx, tenantId, itemId)
        await notices.mentioned(tx, actor, [{ itemId, commentId, body, before: null }], at)
        const writers = [item.author_id, ...earlier.map((one) => one.author_id)].filter((id) => id !== null)
        await notices.commented(tx, actor, { itemId, commentId }, [...new Set(writers)], at)
        return written
      })
      return presentComment(actor, await users.directory(tenantId), row)
    },

    /** Changes a comment of the caller. Throws `not_found` and `forbidden`. */
    async changeComment(
      actor: Actor,
      ids: { itemId: number; commentId: number },
      text: string,
    ): Promise<Comment> {
      const body = readBody(text)
      const at = now()
      const { tenantId } = actor
      const row = await transact(dbOf(tenantId), async (tx) => {
        const before = await find(tx, actor, ids, mayWrite)
        if (before.body === body) return before
        await files.keepImages(tx, tenantId, [body])
        const written = await updateComment(tx, tenantId, ids.itemId, ids.commentId, { body, at })
        await putIntoSearch(tx, tenantId, ids.itemId)
        await notices.mentioned(tx, actor, [{ ...ids, body, before: before.body }], at)
        return written
      })
      return presentComment(actor, await users.directory(tenantId), row)
    },

    /** Deletes a comment for good. Throws `not_found` and `forbidden`. */
    async deleteComment(actor: Actor, ids: { itemId: number; commentId: number }): Promise<void> {
      await transact(dbOf(actor.tenantId), async (tx) => {
        await find(tx, actor, ids, mayDelete)
        await removeComment(tx, actor.tenantId, ids.itemId, ids.commentId, now())
        await putIntoSearch(tx, actor.tenantId, ids.itemId)
      })
    },
  }
}
