import type { CreateActivityType } from '@steward/contracts/activity-type'
import { query, type Db, type Tx } from '../../platform/db/database.ts'
import type { StoredType } from './activity-type.rules.ts'

/** The class of the advisory locks under which a tenant adds types. */
const lockClass = 7381

const columns = `activity_type_id "activityTypeId", name "displayName", icon "iconName", description, active "isActive"`

export function listTypes(db: Db | Tx, tenantId: number): Promise<StoredType[]> {
  return query(db, `/*activity_type.list*/ select ${columns} from activity_type where tenant_id = $1`, [
    tenantId,
  ])
}

/** Reads a type and keeps it as it is until the transaction ends. */
export async function lockType(tx: Tx, tenantId: number, typeId: number): Promise<StoredType | undefined> {
  const rows = await query<StoredType>(
    tx,
    `/*activity_type.lock*/
    select ${columns} from activity_type where tenant_id = $1 and activity_type_id = $2 for update`,
    [tenantId, typeId],
  )
  return rows[0]
}

/** Returns the ids of the new types. */
export async function insertTypes(
  tx: Tx,
  tenantId: number,
  types: readonly CreateActivityType[],
): Promise<number[]> {
  const rows = await query<{ id: number }>(
    tx,
    `/*activity_type.insert*/
    insert into activity_type (tenant_id, name, icon, description, active)
    select $1, x.* from jsonb_to_recordset($2::jsonb)
      as x("displayName" text, "iconName" text, description text, "isActive" boolean)
    returning activity_type_id id`,
    [tenantId, JSON.stringify(types)],
  )
  return rows.map(({ id }) => id)
}

export async function updateType(tx: Tx, tenantId: number, type: StoredType): Promise<void> {
  const { activityTypeId, displayName, iconName, description, isActive } = type
  await query(
    tx,
    `/*activity_type.update*/
    update activity_type set name = $3, icon = $4, description = $5, active = $6
    where tenant_id = $1 and activity_type_id = $2`,
    [tenantId, activityTypeId, displayName, iconName, description, isActive],
  )
}

/** The types of a tenant are added one after the other, so that there are never too many. */
export async function lockTypes(tx: Tx, tenantId: number): Promise<void> {
  await query(tx, '/*activity_type.lock_all*/ select pg_advisory_xact_lock($1, $2)', [lockClass, tenantId])
}
