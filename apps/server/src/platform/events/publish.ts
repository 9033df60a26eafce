import type { EventDefinition, PayloadOf } from '@steward/contracts/event/define'
import { publishedIn } from '../db/after-commit.ts'
import { query, type Tx } from '../db/database.ts'
import { withCause } from '../telemetry/cause.ts'

/** Publishes an event in the transaction that causes it. Subscribers receive it after the commit. */
export async function publish<Definition extends EventDefinition>(
  tx: Tx,
  tenantId: number,
  { name, version }: Definition,
  payload: PayloadOf<Definition>,
): Promise<void> {
  await query(
    tx,
    '/*event.publish*/ insert into event (tenant_id, type, version, payload) values ($1, $2, $3, $4)',
    [tenantId, name, version, JSON.stringify(withCause(payload))],
  )
  publishedIn(tx)
}
