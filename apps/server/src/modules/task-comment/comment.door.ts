import { changeKindIds } from '@steward/contracts/record-history'
import type { Actor } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { FileService } from '../file/index.ts'
import type { Ledger } from '../ledger/index.ts'
import { openItemSet, type Act } from '../record/index.ts'
import type { Tasks } from '../task/index.ts'
import { changed, type CommentChange, type CommentRow } from './comment.rules.ts'
import { insertComment, updateComment } from './comment.store.ts'

/** The name of comments on tasks in the ledger. */
export const commentSubject = 'taskComment'

export interface DoorNeighbours {
  ledger: Pick<Ledger, 'writeItems'>
  files: Pick<FileService, 'keepImages'>
  tasks: Pick<Tasks, 'countComments'>
}

/** The one way by which comments are written, with the ledger and the count of their task. */
export function createCommentDoor({ ledger, files, tasks }: DoorNeighbours) {
  async function create(
    tx: Tx,
    actor: Actor,
    act: Act,
    { taskId, body }: { taskId: number; body: string },
  ): Promise<{ row: CommentRow; changeSetId: number }> {
    const { tenantId, userId } = actor
    await files.keepImages(tx, tenantId, [body])
    const row = await insertComment(tx, tenantId, { taskId, authorId: userId, at: act.at, body })
    const changeSetId = await openItemSet(tx, { ...act, actor })
    const created = { kind: changeKindIds.create, before: null, after: null, version: row.version }
    await ledger.writeItems(tx, tenantId, changeSetId, commentSubject, [
      { itemId: row.comment_id, ...created },
    ])
    await tasks.countComments(tx, tenantId, taskId, 1)
    return { row, changeSetId }
  }

  /** Changes, deletes or restores a comment whose task is locked. */
  async function change(
    tx: Tx,
    actor: Actor,
    act: Act,
    before: CommentRow,
    wanted: CommentChange,
  ): Promise<{ row: CommentRow; changeSetId: number }> {
    const { tenantId } = actor
    const row = changed(before, wanted, act.at)
    const { comment_id: itemId, task_id: taskId, version } = row
    await files.keepImages(tx, tenantId, [row.body])
    await updateComment(tx, tenantId, row)
    const changeSetId = act.changeSetId ?? (await openItemSet(tx, { ...act, actor }))
    const was = { body: before.body }
    const item =
      wanted.isDeleted === undefined
        ? { kind: changeKindIds.update, before: was, after: { body: row.body } }
        : wanted.isDeleted
          ? { kind: changeKindIds.delete, before: was, after: null }
          : { kind: changeKindIds.create, before: null, after: null }
    await ledger.writeItems(tx, tenantId, changeSetId, commentSubject, [{ itemId, version, ...item }])
    if (wanted.isDeleted !== undefined) {
      await tasks.countComments(tx, tenantId, taskId, wanted.isDeleted ? -1 : 1)
    }
    return { row, changeSetId }
  }

  return { create, change }
}

export type CommentDoor = ReturnType<typeof createCommentDoor>
