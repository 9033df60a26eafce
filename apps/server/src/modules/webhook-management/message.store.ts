import { query, type Db, type Tx } from '../../platform/db/database.ts'

export interface NewMessage {
  eventId: string
  variant: string
  type: string
  changeSetId: number | null
  payload: string
}

export interface KeptMessage {
  messageId: number
  eventId: string
  variant: string
  bytes: number
}

/**
 * Keeps payloads. Of an event that is known already, the earlier one stays. Payloads are JSON in one line each, and are
 * passed as lines: in a list, every quote of them would have to be escaped here and read again there.
 */
export async function keepMessages(
  tx: Tx,
  tenantId: number,
  messages: readonly NewMessage[],
  at: Date,
): Promise<KeptMessage[]> {
  if (messages.length === 0) return []
  return query<KeptMessage>(
    tx,
    `/*webhook_message.keep*/
    insert into webhook_message (tenant_id, event_id, variant, type, change_set_id, payload, created_at)
    select $1, event_id, variant, type, change_set_id, payload, $7
    from unnest($2::text[], $3::text[], $4::text[], $5::bigint[], string_to_array($6, E'\\n'))
      as m (event_id, variant, type, change_set_id, payload)
    on conflict (tenant_id, event_id, variant) do update set type = excluded.type
    returning message_id as "messageId", event_id as "eventId", variant, octet_length(payload) as bytes`,
    [
      tenantId,
      messages.map(({ eventId }) => eventId),
      messages.map(({ variant }) => variant),
      messages.map(({ type }) => type),
      messages.map(({ changeSetId }) => changeSetId),
      messages.map(({ payload }) => payload).join('\n'),
      at,
    ],
  )
}

/** The payloads of messages, in the order of the ids; undefined for those that were deleted. */
export async function readPayloads(
  db: Db,
  tenantId: number,
  messageIds: readonly number[],
): Promise<(string | undefined)[]> {
  const rows = await query<{ messageId: number; payload: string }>(
    db,
    `/*webhook_message.read*/
    select message_id as "messageId", payload from webhook_message
    where tenant_id = $1 and message_id = any($2::bigint[])`,
    [tenantId, messageIds],
  )
  const byId = new Map(rows.map(({ messageId, payload }) => [messageId, payload]))
  return messageIds.map((id) => byId.get(id))
}

const most = 1000

/** Deletes some messages from before a time. What waits to be sent is younger than the oldest that is deleted. */
export async function forgetMessages(
  db: Db,
  tenantId: number,
  before: Date,
  oldestWaiting: Date | null,
): Promise<number> {
  const until = oldestWaiting !== null && oldestWaiting < before ? oldestWaiting : before
  const rows = await query<{ n: number }>(
    db,
    `/*webhook_message.forget*/
    with old as (
      select message_id from webhook_message where tenant_id = $1 and created_at < $2 order by created_at limit $3),
    gone as (
      delete from webhook_message m using old where m.tenant_id = $1 and m.message_id = old.message_id returning 1)
    select count(*)::int as n from gone`,
    [tenantId, until, most],
  )
  return rows[0]?.n ?? 0
}
