import { query, type Db } from '../../platform/db/database.ts'

const most = 10_000

/** Forgets messages from before a time that no one will send any more; gives how many. */
export async function forgetMessages(db: Db, tenantId: number, before: Date): Promise<number> {
  const gone = await query(
    db,
    `delete from message where tenant_id = $1 and message_id in (
       select m.message_id from message m
       where m.tenant_id = $1 and m.created_at < $2 and m.state <> 'waiting' limit ${most})
     returning 1`,
    [tenantId, before],
  )
  return gone.length
}
