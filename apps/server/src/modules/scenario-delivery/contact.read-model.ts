import type { LevelId } from '@steward/contracts/level'
import { query, type Db, type Tx } from '../../platform/db/database.ts'
import type { Recipient } from './email.rules.ts'

/** Contacts of a record to whom it may write, by their names. */
const mostContacts = 20

const optedOut = `exists (select from scenario_opt_out o where o.tenant_id = c.tenant_id
  and (o.record_id = c.record_id or o.address = lower(c.email)))`

/** Which contacts a record of a level has; a contact has itself. */
const belongs: Readonly<Record<LevelId, string>> = {
  1: 'c.organization_id = r.record_id',
  2: 'c.account_id = r.record_id',
  3: 'c.record_id = r.record_id',
  4: 'case when r.account_id is null then c.organization_id = r.organization_id else c.account_id = r.account_id end',
}

/** The contacts of records, each with whether they may be written to. */
export function readRecipients(
  db: Db | Tx,
  tenantId: number,
  level: LevelId,
  recordIds: readonly number[],
): Promise<Recipient[]> {
  return query<Recipient>(
    db,
    `/*scenario_delivery.recipients.${level}*/
    select r.record_id as "forId", x.* from record_fenced r cross join lateral (
      select c.record_id as "contactId", c.name, c.email, c.archived, ${optedOut} as unsubscribed
      from record_fenced c where c.tenant_id = $1 and c.level = 3 and ${belongs[level]}
      order by c.archived, lower(c.name), c.record_id limit ${mostContacts}) x
    where r.tenant_id = $1 and r.record_id = any($2::bigint[])`,
    [tenantId, recordIds],
  )
}

/** A contact as it is; undefined where it is gone. */
export async function findContact(
  db: Db | Tx,
  tenantId: number,
  contactId: number,
): Promise<Omit<Recipient, 'forId'> | undefined> {
  const [row] = await query<Omit<Recipient, 'forId'>>(
    db,
    `/*scenario_delivery.contact*/
    select c.record_id as "contactId", c.name, c.email, c.archived, ${optedOut} as unsubscribed
    from record_fenced c where c.tenant_id = $1 and c.level = 3 and c.record_id = $2`,
    [tenantId, contactId],
  )
  return row
}
