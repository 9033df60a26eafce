import { systemFields, type BuiltInField } from '@steward/contracts/built-in-field'
import type { EditSystemField, SystemField } from '@steward/contracts/field'
import type { LevelId } from '@steward/contracts/level'
import type { Actor } from '../../platform/actor.ts'
import type { TenantCache } from '../../platform/cache/tenant-cache.ts'
import { transact } from '../../platform/db/database.ts'
import { invalid, notFound } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import type { SystemSettingRow } from './field.catalogue.ts'
import { faultsOfSystemEdit } from './field.rules.ts'
import { listSystemSettings, saveSystemSetting } from './system-field.store.ts'

type Numbered = BuiltInField & { id: number }

const numbered = systemFields
  .filter((field): field is Numbered => field.id !== null)
  .toSorted((a, b) => b.id - a.id)

function toSystemField(field: Numbered, setting: SystemSettingRow | undefined): SystemField {
  return {
    id: field.id,
    name: field.name,
    label: field.label,
    dataType: field.dataType,
    levels: [...field.levels],
    required: setting?.required ?? field.required,
    isEditable: setting?.is_editable ?? field.editable,
    uploadable: field.uploadable,
  }
}

/** The system fields (-1 to -10) and what the tenant set about them. */
export function createSystemFieldService(platform: Platform, cache: TenantCache<object>) {
  return {
    /** All of them, or those of one level. */
    async listSystemFields(actor: Actor, level?: LevelId): Promise<SystemField[]> {
      const settings = await listSystemSettings(platform.database.tenant(actor.tenantId), actor.tenantId)
      return numbered
        .filter((field) => level === undefined || field.levels.includes(level))
        .map((field) =>
          toSystemField(
            field,
            settings.find((setting) => setting.field_id === field.id),
          ),
        )
    },

    /** Errors: not_found `field.unknown`; invalid_input `field.system_fixed`. */
    async editSystemField(actor: Actor, id: number, input: EditSystemField): Promise<SystemField> {
      const { tenantId } = actor
      const field = numbered.find((known) => known.id === id)
      if (!field) throw notFound('field.unknown', `System field ${id} does not exist.`)
      const faults = faultsOfSystemEdit(field, input)
      if (Object.keys(faults).length > 0) throw invalid('field.system_fixed', faults)
      const saved = await transact(platform.database.tenant(tenantId), async (tx) => {
        const settings = await listSystemSettings(tx, tenantId)
        const present = toSystemField(
          field,
          settings.find((setting) => setting.field_id === id),
        )
        const setting = {
          field_id: id,
          required: input.required ?? present.required,
          is_editable: input.isEditable ?? present.isEditable,
        }
        await saveSystemSetting(tx, tenantId, setting)
        return toSystemField(field, setting)
      })
      await cache.forget(tenantId)
      return saved
    },
  }
}
