import { query, type Db, type Tx } from '../../platform/db/database.ts'
import type { CommentRow } from './comment.rules.ts'

const columns = 'comment_id, task_id, version, author_id, created_at, updated_at, deleted_at, body'

/** The comments on a task, oldest first; deleted ones are left out. */
export async function listComments(db: Db | Tx, tenantId: number, taskId: number): Promise<CommentRow[]> {
  return query<CommentRow>(
    db,
    `/*task_comment.list*/ select ${columns} from task_comment
     where tenant_id = $1 and task_id = $2 and deleted_at is null order by comment_id`,
    [tenantId, taskId],
  )
}

/** The ids of all comments that a task has had. */
export async function listCommentIds(db: Db, tenantId: number, taskId: number): Promise<number[]> {
  const rows = await query<{ id: number }>(
    db,
    '/*task_comment.ids*/ select comment_id as id from task_comment where tenant_id = $1 and task_id = $2',
    [tenantId, taskId],
  )
  return rows.map(({ id }) => id)
}

/** Comments by their ids, deleted ones too, in the order of their ids. */
export async function findComments(
  db: Db | Tx,
  tenantId: number,
  ids: readonly number[],
): Promise<CommentRow[]> {
  return query<CommentRow>(
    db,
    `/*task_comment.find*/ select ${columns} from task_comment
     where tenant_id = $1 and comment_id = any($2::bigint[]) order by comment_id`,
    [tenantId, ids],
  )
}

export async function insertComment(
  tx: Tx,
  tenantId: number,
  comment: { taskId: number; authorId: number; at: Date; body: string },
): Promise<CommentRow> {
  const [row] = await query<CommentRow>(
    tx,
    `/*task_comment.insert*/ insert into task_comment (tenant_id, task_id, author_id, created_at, body)
     values ($1, $2, $3, $4, $5) returning ${columns}`,
    [tenantId, comment.taskId, comment.authorId, comment.at, comment.body],
  )
  return row as CommentRow
}

/** Writes the text of a comment, and whether it is deleted. */
export async function updateComment(
  tx: Tx,
  tenantId: number,
  { comment_id: id, version, body, updated_at: updatedAt, deleted_at: deletedAt }: CommentRow,
): Promise<void> {
  await query(
    tx,
    `/*task_comment.update*/ update task_comment set version = $3, body = $4, updated_at = $5, deleted_at = $6
     where tenant_id = $1 and comment_id = $2`,
    [tenantId, id, version, body, updatedAt, deletedAt],
  )
}
