import { query, type Db, type Tx } from '../../platform/db/database.ts'
import type { Names } from '../playbook/index.ts'
import type { NamedRecord } from '../scenario-management/index.ts'
import type { UserDirectory } from '../user-management/index.ts'

/** Records as they are now. */
export async function readNamed(
  db: Db | Tx,
  tenantId: number,
  recordIds: readonly number[],
): Promise<Map<number, NamedRecord>> {
  const rows = await query<NamedRecord>(
    db,
    `/*scenario_node.named*/ select r.record_id as "recordId", r.name, o.name as organization, a.name as account,
       coalesce(nullif(r.owners, '{}'), nullif(a.owners, '{}'), o.owners, '{}') as owners,
       coalesce(nullif(a.owners, '{}'), o.owners, '{}') as "parentOwners"
     from record_fenced r
     left join record_fenced o on o.tenant_id = $1 and o.record_id = r.organization_id
     left join record_fenced a on a.tenant_id = $1 and a.record_id = r.account_id
     where r.tenant_id = $1 and r.record_id = any($2::bigint[])`,
    [tenantId, recordIds],
  )
  return new Map(rows.map((row) => [row.recordId, row]))
}

/** What the placeholders of a text stand for. */
export function namesOf(
  { name, organization, account, owners }: NamedRecord,
  { byId }: UserDirectory,
): Names {
  return { record: name, organization, account, owner: byId.get(owners[0] ?? 0)?.name ?? null }
}
