import type { Client, TestApp } from '../../../test/harness.ts'

/** A job of a user that has ended. Answers its id. */
export async function storeJob(app: TestApp, { actor }: Pick<Client, 'actor'>): Promise<number> {
  const { rows } = await app.application.platform.database.owner.query<{ id: number }>(
    `insert into plan_application (tenant_id, template, start_on, user_id, state, matched, processed, created_at)
     values ($1, '{}', '2026-03-01', $2, 2, 1, 1, now()) returning application_id as id`,
    [actor.tenantId, actor.userId],
  )
  return Number(rows[0]?.id)
}
