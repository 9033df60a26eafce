import type { Actor } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { LedgerSubject, Reversal } from '../ledger/index.ts'
import type { Tasks } from '../task/index.ts'
import { commentSubject, type CommentDoor } from './comment.door.ts'
import { mayDelete, mayEdit } from './comment.policy.ts'
import type { CommentChange, CommentRow } from './comment.rules.ts'
import { findComments } from './comment.store.ts'

type SubjectAct = Parameters<LedgerSubject['apply']>[2]

const outOfSight = "Its task was deleted, or you can't see it."
const notYours = 'Only its author can do that.'

/** What puts a comment back. */
function changeOf(reversal: Reversal): CommentChange {
  if (reversal.kind === 'update') return { body: String(reversal.values['body']) }
  return { isDeleted: reversal.kind === 'delete' }
}

/** A comment that an undo would put into the state that it has is left as it is. */
function isThere({ body, deleted_at: deletedAt }: CommentRow, change: CommentChange): boolean {
  return change.isDeleted === undefined ? change.body === body : change.isDeleted === (deletedAt !== null)
}

/** Puts comments back in an undo. */
export function createCommentSubject(
  door: CommentDoor,
  tasks: Pick<Tasks, 'lockTask' | 'titlesOf'>,
): LedgerSubject {
  async function putBack(
    tx: Tx,
    actor: Actor,
    act: SubjectAct,
    row: CommentRow | undefined,
    reversal: Reversal,
  ): Promise<string | undefined> {
    if (!row || !(await tasks.lockTask(tx, actor, row.task_id))) return outOfSight
    const isAllowed = reversal.kind === 'update' ? mayEdit : mayDelete
    if (!isAllowed(actor, row)) return notYours
    const change = changeOf(reversal)
    if (!isThere(row, change)) await door.change(tx, actor, act, row, change)
    return undefined
  }

  return {
    name: commentSubject,
    labelOf: () => 'Comment',
    // A comment is known by its task.
    async titlesOf(db, actor, itemIds) {
      const comments = await findComments(db, actor.tenantId, itemIds)
      const taskIds = comments.map(({ task_id: taskId }) => taskId)
      const titles = await tasks.titlesOf(db, actor, taskIds)
      return new Map(
        comments.flatMap(({ comment_id: id, task_id: taskId }) => {
          const title = titles.get(taskId)
          return title === undefined ? [] : [[id, title]]
        }),
      )
    },
    async apply(tx, actor, act, reversals) {
      const ids = reversals.map(({ itemId }) => itemId)
      const found = await findComments(tx, actor.tenantId, ids)
      const byId = new Map(found.map((row) => [row.comment_id, row]))
      const refused: { itemId: number; message: string }[] = []
      for (const reversal of reversals) {
        const { itemId } = reversal
        const message = await putBack(tx, actor, act, byId.get(itemId), reversal)
        if (message) refused.push({ itemId, message })
      }
      return refused
    },
  }
}
