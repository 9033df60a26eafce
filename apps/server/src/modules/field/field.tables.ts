import type { LevelId } from '@steward/contracts/level'
import type { Calculation } from '@steward/contracts/calculation'
import type { ColumnType, Generated } from 'kysely'

export interface CustomFieldTable {
  tenant_id: number
  field_id: Generated<number>
  level: LevelId
  name: string
  display_name: string
  data_type: string
  description: string
  required: boolean
  is_visible: boolean
  is_editable: boolean
  is_default: boolean
  position: number
  /** null for a field that people fill; written as JSON text. */
  calculation: ColumnType<Calculation | null, string | null, string | null>
  created_at: Generated<Date>
  deleted_at: Date | null
}

interface PicklistOptionTable {
  tenant_id: number
  option_id: Generated<number>
  field_id: number
  value: string
  color: string | null
  position: number
  retired: Generated<boolean>
}

interface SystemFieldSettingTable {
  tenant_id: number
  field_id: number
  required: boolean
  is_editable: boolean
}

interface FieldIndexTable {
  tenant_id: number
  field_id: number
  use: string
  index_name: string
  requested_at: Generated<Date>
  ready_at: Date | null
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    custom_field: CustomFieldTable
    picklist_option: PicklistOptionTable
    system_field_setting: SystemFieldSettingTable
    field_index: FieldIndexTable
  }
}
