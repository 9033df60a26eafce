import { query, type Db, type Tx } from '../../platform/db/database.ts'
import { commentsBegin } from './timeline.rules.ts'

export interface CommentRow {
  comment_id: number
  author_id: number
  created_at: Date
  updated_at: Date | null
  body: string
}

const columns = 'comment_id, author_id, created_at, updated_at, body'

/** List the comments on an item, oldest first; deleted ones are left out. */
export async function listComments(
  db: Db | Tx,
  tenantId: number,
  itemId: number,
  commentId: number | null = null,
): Promise<CommentRow[]> {
  return query<CommentRow>(
    db,
    `select ${columns} from timeline_comment
     where tenant_id = $1 and item_id = $2 and deleted_at is null and ($3::bigint is null or comment_id = $3)
     order by comment_id`,
    [tenantId, itemId, commentId],
  )
}

async function addToCount(tx: Tx, tenantId: number, itemId: number, n: 1 | -1): Promise<void> {
  await query(
    tx,
    'update timeline_item set comment_count = comment_count + $3 where tenant_id = $1 and item_id = $2',
    [tenantId, itemId, n],
  )
}

/** Makes an item be found by the words of its comments, which are behind its own. */
export async function setCommentWords(
  tx: Tx,
  tenantId: number,
  itemId: number,
  words: string,
): Promise<void> {
  await query(
    tx,
    `update timeline_item set words = split_part(words, '${commentsBegin}', 1)
       || case when $3 = '' then '' else '${commentsBegin}' || $3 end
     where tenant_id = $1 and item_id = $2`,
    [tenantId, itemId, words],
  )
}

export async function insertComment(
  tx: Tx,
  tenantId: number,
  itemId: number,
  comment: { authorId: number; at: Date; body: string },
): Promise<CommentRow> {
  const [row] = await query<CommentRow>(
    tx,
    `insert into timeline_comment (tenant_id, item_id, author_id, created_at, body)
     values ($1, $2, $3, $4, $5) returning ${columns}`,
    [tenantId, itemId, comment.authorId, comment.at, comment.body],
  )
  await addToCount(tx, tenantId, itemId, 1)
  return row as CommentRow
}

export async function updateComment(
  tx: Tx,
  tenantId: number,
  itemId: number,
  commentId: number,
  { body, at }: { body: string; at: Date },
): Promise<CommentRow> {
  const [row] = await query<CommentRow>(
    tx,
    `update timeline_comment set body = $4, updated_at = $5
     where tenant_id = $1 and item_id = $2 and comment_id = $3 returning ${columns}`,
    [tenantId, itemId, commentId, body, at],
  )
  return row as CommentRow
}

export async function removeComment(
  tx: Tx,
  tenantId: number,
  itemId: number,
  commentId: number,
  at: Date,
): Promise<void> {
  await query(
    tx,
    `update timeline_comment set deleted_at = $4 where tenant_id = $1 and item_id = $2 and comment_id = $3`,
    [tenantId, itemId, commentId, at],
  )
  await addToCount(tx, tenantId, itemId, -1)
}
