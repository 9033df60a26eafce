import { query, type Tx } from '../../platform/db/database.ts'

/** Notes the item of a response on timelines, in the place of an earlier one. */
export async function putItem(tx: Tx, tenantId: number, responseId: number, itemId: number): Promise<void> {
  await query(
    tx,
    `/*survey_response.item*/ insert into survey_response_item (tenant_id, response_id, item_id) values ($1, $2, $3)
     on conflict (tenant_id, response_id) do update set item_id = excluded.item_id`,
    [tenantId, responseId, itemId],
  )
}

/** Locks a response until the transaction ends; false where it was deleted. */
export async function lockResponse(tx: Tx, tenantId: number, responseId: number): Promise<boolean> {
  const rows = await query(
    tx,
    '/*survey_response.lock*/ select from survey_response where tenant_id = $1 and response_id = $2 for update',
    [tenantId, responseId],
  )
  return rows.length > 0
}
