import { query, type Db, type Tx } from '../../platform/db/database.ts'

export interface CommentRow {
  commentId: number
  shareId: number
  author: string
  /** The teammate who wrote it; null: a customer. */
  userId: number | null
  text: string
  at: Date
}

const columns =
  'c.comment_id as "commentId", c.share_id as "shareId", c.author, c.user_id as "userId", c.body as text, c.created_at as at'

/** The comments that were written by a link, in their order. */
export function listShareComments(db: Db, tenantId: number, shareId: number): Promise<CommentRow[]> {
  return query(
    db,
    `/*shared_plan.comments*/ select ${columns} from shared_plan_comment c
     where c.tenant_id = $1 and c.share_id = $2 order by c.comment_id`,
    [tenantId, shareId],
  )
}

/** The comments that were written by all links of a plan, latest first. */
export function listPlanComments(
  db: Db,
  tenantId: number,
  planId: number,
): Promise<(CommentRow & { label: string })[]> {
  return query(
    db,
    `/*shared_plan.plan_comments*/ select ${columns}, s.label from shared_plan_comment c
     join shared_plan s on s.tenant_id = c.tenant_id and s.share_id = c.share_id
     where c.tenant_id = $1 and s.plan_id = $2 order by c.comment_id desc`,
    [tenantId, planId],
  )
}

/** Answers whether there was room for it. */
export async function insertComment(
  tx: Tx,
  tenantId: number,
  { shareId, author, userId, text, at }: Omit<CommentRow, 'commentId'>,
  most: number,
): Promise<boolean> {
  const rows = await query<{ id: number }>(
    tx,
    `insert into shared_plan_comment (tenant_id, share_id, author, user_id, body, created_at)
     select $1, $2, $3::text, $4::int, $5::text, $6::timestamptz
     where (select count(*) from shared_plan_comment where tenant_id = $1 and share_id = $2) < $7
     returning comment_id as id`,
    [tenantId, shareId, author, userId, text, at, most],
  )
  return rows.length > 0
}

/** Whether comments can be written by a link of a plan; undefined where the plan has no such link. */
export async function readOpenness(
  tx: Tx,
  tenantId: number,
  { planId, shareId, today }: { planId: number; shareId: number; today: string },
): Promise<boolean | undefined> {
  const [row] = await query<{ isOpen: boolean }>(
    tx,
    `select revoked_at is null and expires_on >= $4::date and may_comment as "isOpen" from shared_plan
     where tenant_id = $1 and plan_id = $2 and share_id = $3`,
    [tenantId, planId, shareId, today],
  )
  return row?.isOpen
}

/** Removes a comment; answers its author and its plan, undefined where it is gone. */
export async function deleteComment(
  tx: Tx,
  tenantId: number,
  commentId: number,
): Promise<{ author: string; planId: number } | undefined> {
  const [row] = await query<{ author: string; planId: number }>(
    tx,
    `delete from shared_plan_comment c using shared_plan s
     where c.tenant_id = $1 and c.comment_id = $2 and s.tenant_id = c.tenant_id and s.share_id = c.share_id
     returning c.author, s.plan_id as "planId"`,
    [tenantId, commentId],
  )
  return row
}
