import { query, type Tx } from '../../platform/db/database.ts'

/** Notes the items of responses on timelines, in the place of earlier ones. */
export async function putItems(
  tx: Tx,
  tenantId: number,
  items: readonly { responseId: number; itemId: number }[],
): Promise<void> {
  await query(
    tx,
    `/*survey_response.items*/ insert into survey_response_item (tenant_id, response_id, item_id)
     select $1, x.response_id, x.item_id from unnest($2::bigint[], $3::bigint[]) x(response_id, item_id)
     on conflict (tenant_id, response_id) do update set item_id = excluded.item_id`,
    [tenantId, items.map(({ responseId }) => responseId), items.map(({ itemId }) => itemId)],
  )
}

/** Locks responses until the transaction ends, in the order of their ids. */
export async function lockResponses(tx: Tx, tenantId: number, responseIds: readonly number[]): Promise<void> {
  await query(
    tx,
    `/*survey_response.lock*/ select from survey_response where tenant_id = $1 and response_id = any($2::bigint[])
     order by response_id for update`,
    [tenantId, responseIds],
  )
}
