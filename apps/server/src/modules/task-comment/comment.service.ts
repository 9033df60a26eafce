import type { DeletedTaskComment, WrittenTaskComment } from '@steward/contracts/task/comment'
import type { Comment, Person } from '@steward/contracts/timeline'
import { plainTextOf } from '@steward/rich-text'
import type { Actor } from '../../platform/actor.ts'
import { transact, type Tx } from '../../platform/db/database.ts'
import { AppError, invalid, notFound } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Act } from '../record/index.ts'
import type { Tasks } from '../task/index.ts'
import { personOf, readRich } from '../timeline/index.ts'
import type { UserDirectory, UserService } from '../user-management/index.ts'
import type { CommentDoor } from './comment.door.ts'
import type { CommentNotices } from './comment.notice.ts'
import { mayDelete, mayEdit } from './comment.policy.ts'
import type { CommentRow } from './comment.rules.ts'
import { findComments, listComments } from './comment.store.ts'

export interface CommentNeighbours {
  users: Pick<UserService, 'directory'>
  tasks: Pick<Tasks, 'showTasks' | 'lockTask'>
  door: CommentDoor
  notices: CommentNotices
}

/** A comment and the task that it is on. */
interface Ids {
  id: number
  commentId: number
}

const unknownTask = (): AppError => notFound('task.unknown', "This task does not exist, or you can't see it.")

function present(actor: Actor, users: UserDirectory, row: CommentRow): Comment {
  return {
    commentId: row.comment_id,
    author: personOf(users, row.author_id) as Person,
    body: row.body,
    text: plainTextOf(row.body),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at?.toISOString() ?? null,
    mayEdit: mayEdit(actor, row),
    mayDelete: mayDelete(actor, row),
  }
}

function bodyOf(text: string): string {
  const { body } = readRich(text, 'body')
  if (body === null) throw invalid('comment.empty', { body: 'Write a comment.' })
  return body
}

/** What people write about tasks. Anyone who sees the task reads its comments. */
export function createCommentService(platform: Platform, { users, tasks, door, notices }: CommentNeighbours) {
  const dbOf = ({ tenantId }: Actor) => platform.database.tenant(tenantId)
  const actNow = (): Act => ({ action: 'comment', at: platform.clock.now() })

  async function lock(tx: Tx, actor: Actor, taskId: number): Promise<void> {
    if (!(await tasks.lockTask(tx, actor, taskId))) throw unknownTask()
  }

  /** A comment that stands. `isAllowed` says who may do what is about to be done. */
  async function find(
    tx: Tx,
    actor: Actor,
    { id, commentId }: Ids,
    isAllowed: typeof mayEdit,
  ): Promise<CommentRow> {
    await lock(tx, actor, id)
    const [row] = await findComments(tx, actor.tenantId, [commentId])
    if (row?.task_id !== id || row.deleted_at !== null) {
      throw notFound('comment.unknown', 'This comment does not exist or was deleted.')
    }
    if (isAllowed(actor, row)) return row
    throw new AppError('forbidden', 'comment.not_yours', 'Only the author of this comment can do that.')
  }

  const shown = async (actor: Actor, row: CommentRow): Promise<Comment> =>
    present(actor, await users.directory(actor.tenantId), row)

  return {
    /** The comments on a task, oldest first. Throws `not_found`. */
    async list(actor: Actor, taskId: number): Promise<Comment[]> {
      const [task] = await tasks.showTasks(actor, [taskId])
      if (!task) throw unknownTask()
      const rows = await listComments(dbOf(actor), actor.tenantId, taskId)
      const directory = await users.directory(actor.tenantId)
      return rows.map((row) => present(actor, directory, row))
    },

    /** Errors: not_found `task.unknown`, invalid_input at body. */
    async create(actor: Actor, taskId: number, text: string): Promise<WrittenTaskComment> {
      const body = bodyOf(text)
      const act = actNow()
      const { row, changeSetId } = await transact(dbOf(actor), async (tx) => {
        await lock(tx, actor, taskId)
        const earlier = await listComments(tx, actor.tenantId, taskId)
        const written = await door.create(tx, actor, act, { taskId, body })
        const writers = earlier.map(({ author_id: authorId }) => authorId)
        await notices.commented(tx, actor, { taskId, body, before: null, at: act.at }, writers)
        return written
      })
      return { data: await shown(actor, row), changeSetId }
    },

    /** Changes a comment of the caller. Errors: not_found, forbidden, invalid_input at body. */
    async change(actor: Actor, ids: Ids, text: string): Promise<WrittenTaskComment> {
      const body = bodyOf(text)
      const act = actNow()
      const { row, changeSetId } = await transact(dbOf(actor), async (tx) => {
        const before = await find(tx, actor, ids, mayEdit)
        if (before.body === body) return { row: before, changeSetId: null }
        const written = await door.change(tx, actor, act, before, { body })
        await notices.mentioned(tx, actor, { taskId: ids.id, body, before: before.body, at: act.at })
        return written
      })
      return { data: await shown(actor, row), changeSetId }
    },

    /** Errors: not_found, forbidden. */
    async remove(actor: Actor, ids: Ids): Promise<DeletedTaskComment> {
      const { changeSetId } = await transact(dbOf(actor), async (tx) => {
        const before = await find(tx, actor, ids, mayDelete)
        return door.change(tx, actor, actNow(), before, { isDeleted: true })
      })
      return { data: { commentId: ids.commentId }, changeSetId }
    },
  }
}

export type CommentService = ReturnType<typeof createCommentService>
