import type { TestApp } from '../../../test/harness.ts'

/** A comment by a link, without the page, whose comments are limited by address. Answers its id. */
export async function storeComment(
  app: TestApp,
  tenantId: number,
  shareId: number,
  mark = '',
): Promise<number> {
  const { rows } = await app.application.platform.database.owner.query<{ id: number }>(
    `insert into shared_plan_comment (tenant_id, share_id, author, body, created_at)
     values ($1, $2, $3, $4, now()) returning comment_id as id`,
    [tenantId, shareId, `${mark} author`, `${mark} comment`],
  )
  return Number(rows[0]?.id)
}
