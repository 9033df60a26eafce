import { query, type Db, type Tx } from '../../platform/db/database.ts'
import type { SystemSettingRow } from './field.catalogue.ts'

export function listSystemSettings(db: Db, tenantId: number): Promise<SystemSettingRow[]> {
  return query<SystemSettingRow>(
    db,
    `/*system_field.list*/ select field_id, required, is_editable from system_field_setting
     where tenant_id = $1`,
    [tenantId],
  )
}

export async function saveSystemSetting(tx: Tx, tenantId: number, setting: SystemSettingRow): Promise<void> {
  await query(
    tx,
    `/*system_field.save*/ insert into system_field_setting (tenant_id, field_id, required, is_editable)
     values ($1, $2, $3, $4)
     on conflict (tenant_id, field_id) do update set required = excluded.required,
       is_editable = excluded.is_editable`,
    [tenantId, setting.field_id, setting.required, setting.is_editable],
  )
}
