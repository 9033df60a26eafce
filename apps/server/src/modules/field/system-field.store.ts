import type { Db, Tx } from '../../platform/db/database.ts'
import type { SystemSettingRow } from './field.catalogue.ts'
import './field.tables.ts'

export function listSystemSettings(db: Db | Tx, tenantId: number): Promise<SystemSettingRow[]> {
  return db
    .selectFrom('system_field_setting')
    .select(['field_id', 'required', 'is_editable'])
    .where('tenant_id', '=', tenantId)
    .execute()
}

export async function saveSystemSetting(tx: Tx, tenantId: number, setting: SystemSettingRow): Promise<void> {
  const { required, is_editable } = setting
  await tx
    .insertInto('system_field_setting')
    .values({ tenant_id: tenantId, ...setting })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'field_id']).doUpdateSet({ required, is_editable }),
    )
    .execute()
}
