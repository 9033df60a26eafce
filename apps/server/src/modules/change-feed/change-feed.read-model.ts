import { namedChanges } from '@steward/contracts/change-feed'
import { query, type Db } from '../../platform/db/database.ts'

/** A changed record with everyone who owns it or what it belongs to, now or before. */
export interface ChangedRecord {
  recordId: number
  /** null of one that is gone. */
  level: number | null
  owners: readonly number[]
}

export interface ChangedSet {
  actorId: number | null
  at: Date
  /** As many as are named, and one more where there are more. */
  records: readonly ChangedRecord[]
}

interface Row {
  actor_id: number | null
  at: Date
  record_id: number | null
  level: number | null
  owners: number[]
}

/** The effect of a change set, and who may see it. Contacts have the owners of their account and organization. */
export async function readChangedSet(
  db: Db,
  tenantId: number,
  changeSetId: number,
): Promise<ChangedSet | undefined> {
  const rows = await query<Row>(
    db,
    `/*change-feed.read*/
     select s.actor_id, s.at, c.record_id, r.level,
       coalesce(r.owners, '{}') || coalesce(a.owners, '{}') || coalesce(o.owners, '{}') || array(
         select jsonb_array_elements_text(coalesce(nullif(c.before->'owners', 'null'), '[]'))::int
       ) as owners
     from record_act s
     left join lateral (
       select record_id, before from changed_record
       where tenant_id = s.tenant_id and change_set_id = s.change_set_id
       order by record_id limit ${namedChanges + 1}
     ) c on true
     left join record r on r.tenant_id = s.tenant_id and r.record_id = c.record_id
     left join record a on r.level = 3 and a.tenant_id = s.tenant_id and a.record_id = r.account_id
     left join record o on r.level = 3 and o.tenant_id = s.tenant_id and o.record_id = r.organization_id
     where s.tenant_id = $1 and s.change_set_id = $2`,
    [tenantId, changeSetId],
  )
  const [first] = rows
  if (!first) return undefined
  const records = rows.flatMap(({ record_id, level, owners }) =>
    record_id === null ? [] : [{ recordId: record_id, level, owners }],
  )
  return { actorId: first.actor_id, at: first.at, records }
}
