import type { EventType } from '@steward/contracts/event/event-type'
import {
  fieldChanged,
  fieldCreated,
  fieldDeleted,
  type FieldEvent,
} from '@steward/contracts/event/field.event'
import type {
  CreateField,
  EditField,
  Field,
  FieldOrder,
  FieldUsage,
  ListFields,
} from '@steward/contracts/field'
import { fold } from '@steward/conditions'
import { deriveName, isReserved } from '@steward/contracts/field-name'
import type { Calculation } from '@steward/contracts/calculation'
import type { DataType } from '@steward/contracts/data-type'
import type { LevelId } from '@steward/contracts/level'
import { isScoped, type Actor } from '../../platform/actor.ts'
import type { TenantCache } from '../../platform/cache/tenant-cache.ts'
import { transact, type Tx } from '../../platform/db/database.ts'
import { AppError, invalid, notFound, violatedConstraint } from '../../platform/errors.ts'
import { publish } from '../../platform/events/events.ts'
import { seenBy } from '../../platform/use.ts'
import type { Platform } from '../../platform/platform.ts'
import { fromCustom, groupOptions, toField } from './field.catalogue.ts'
import { faultsOfEdit, faultsOfNew, faultsOfOrder, isRequired, type Faults } from './field.rules.ts'
import {
  findField,
  insertField,
  listFields,
  lockField,
  lockLevel,
  orderFields,
  updateField,
  type FieldRow,
} from './field.store.ts'
import {
  isSameCalculation,
  readEditedCalculation,
  readNewCalculation,
  type ReadCalculation,
} from './field-calculation.rules.ts'
import type { FieldIndexService } from './field-index.service.ts'
import { changeOptions } from './field-option.service.ts'
import { listOptions } from './field-option.store.ts'
import {
  createOnce,
  type CalculatedDraft,
  type CalculatorRegistry,
  type FieldUseRegistry,
  type Once,
} from './field.registry.ts'
import { takeSlots } from './slot.store.ts'

function nameTaken(path: 'name' | 'displayName', name: string | undefined): AppError {
  const message = `There is already a field named "${name ?? ''}". Choose another name.`
  return new AppError('conflict', 'field.name_taken', message, { [path]: message })
}

function sourceTaken(): AppError {
  const message = 'There is already a field for the IDs of this system.'
  return new AppError('conflict', 'field.source_taken', message, { idSource: message })
}

/** A failure to write a field, in the words of the caller's own input. */
function explain(error: unknown, input: { name?: string; displayName?: string }): unknown {
  const constraint = violatedConstraint(error)
  if (constraint === 'custom_field_id_source') return sourceTaken()
  if (constraint === 'custom_field_name') return nameTaken('name', input.name)
  if (constraint === 'custom_field_display_name') return nameTaken('displayName', input.displayName)
  return error
}

function refuseFaults(faults: Faults): void {
  if (Object.keys(faults).length > 0) throw invalid('field.invalid', faults)
}

const unknownField = (fieldId: number) =>
  notFound('field.unknown', `Field ${fieldId} does not exist. It may have been deleted.`)

async function take(tx: Tx, actor: Actor, fieldId: number): Promise<FieldRow> {
  const row = await lockField(tx, actor.tenantId, fieldId)
  if (!row) throw unknownField(fieldId)
  return row
}

interface Parts {
  cache: TenantCache<object>
  uses: FieldUseRegistry
  indexes: FieldIndexService
  calculators: CalculatorRegistry
}

/** Defining custom fields. Each change empties the tenant's catalogue and tells an event. */
export function createDefinitionService(platform: Platform, { cache, uses, indexes, calculators }: Parts) {
  const databaseOf = (actor: Actor) => platform.database.tenant(actor.tenantId)

  async function write(
    actor: Actor,
    event: EventType<FieldEvent>,
    work: (tx: Tx) => Promise<FieldRow>,
  ): Promise<Field> {
    const written = await transact(databaseOf(actor), async (tx) => {
      const row = await work(tx)
      await publish(tx, actor.tenantId, event, { fieldId: row.field_id, level: row.level, name: row.name })
      return toField(row, await listOptions(tx, actor.tenantId, row.field_id))
    })
    await cache.forget(actor.tenantId)
    return written
  }

  /** Refuses a definition that cannot be calculated. */
  async function refuseCalculation(
    tx: Tx,
    tenantId: number,
    { calculation, faults }: ReadCalculation,
    draft: Omit<CalculatedDraft, 'calculation'>,
  ): Promise<void> {
    refuseFaults(faults)
    if (calculation) refuseFaults(await calculators.check(tx, tenantId, { ...draft, calculation }))
  }

  async function insert(tx: Tx, actor: Actor, input: CreateField): Promise<FieldRow> {
    const { tenantId } = actor
    await lockLevel(tx, tenantId, input.columnLevel)
    const present = await listFields(tx, tenantId, input.columnLevel)
    refuseFaults(faultsOfNew(input, present.length))
    const names = present.map((field) => field.name)
    const name = input.name ?? deriveName(input.displayName, names)
    const read = readNewCalculation(input)
    await refuseCalculation(tx, actor.tenantId, read, {
      fieldId: null,
      level: input.columnLevel,
      name,
      displayName: input.displayName,
      dataType: input.dataType as DataType,
    })
    if (input.name && isReserved(input.name)) throw nameTaken('name', input.name)
    const row = await insertField(tx, tenantId, {
      level: input.columnLevel,
      name,
      display_name: input.displayName,
      data_type: input.dataType,
      description: input.description,
      required: isRequired(input.dataType, input.required),
      is_visible: input.isVisible,
      is_editable: input.isEditable,
      is_default: input.isDefault,
      position: Math.max(0, ...present.map((field) => field.position)) + 1,
      calculation: read.calculation,
      id_source: input.idSource ?? null,
      created_at: platform.clock.now(),
    })
    await takeSlots(tx, tenantId, row.field_id, row.data_type as DataType)
    await changeOptions(tx, uses, row, input.picklistDefinition)
    if (read.calculation) await calculators.defined(tx, tenantId, row.field_id)
    return row
  }

  /** What a field is calculated from after an edit; another definition is checked and calculated. */
  async function editCalculation(
    tx: Tx,
    tenantId: number,
    row: FieldRow,
    input: EditField,
  ): Promise<Calculation | null> {
    const read = readEditedCalculation(row.calculation, input)
    refuseFaults(read.faults)
    if (isSameCalculation(row.calculation, read.calculation)) return row.calculation
    await refuseCalculation(tx, tenantId, read, {
      fieldId: row.field_id,
      level: row.level as LevelId,
      name: row.name,
      displayName: input.displayName ?? row.display_name,
      dataType: row.data_type as DataType,
    })
    await calculators.defined(tx, tenantId, row.field_id)
    return read.calculation
  }

  async function update(tx: Tx, actor: Actor, fieldId: number, input: EditField): Promise<FieldRow> {
    const row = await take(tx, actor, fieldId)
    refuseFaults(faultsOfEdit(row, input))
    const calculation = await editCalculation(tx, actor.tenantId, row, input)
    if (input.picklistDefinition) await changeOptions(tx, uses, row, input.picklistDefinition)
    return updateField(tx, actor.tenantId, fieldId, {
      display_name: input.displayName ?? row.display_name,
      description: input.description ?? row.description,
      required: isRequired(row.data_type, input.required ?? row.required),
      is_visible: input.isVisible ?? row.is_visible,
      is_editable: input.isEditable ?? row.is_editable,
      is_default: input.isDefault ?? row.is_default,
      calculation,
    })
  }

  /** How often a field is used, as far as the caller asks. */
  async function counted(
    actor: Actor,
    row: FieldRow,
    field: Field,
    { withUsage, withPlaces }: ListFields,
    once: Once,
  ): Promise<Pick<Field, 'usage' | 'places'>> {
    if (!withUsage && !withPlaces) return {}
    const { tenantId } = actor
    const asked = fromCustom(row, field.picklistDefinition)
    const usage = withUsage && !isScoped(actor) ? await uses.countRecords(tenantId, asked) : undefined
    const found = withPlaces ? await uses.findUses(tenantId, asked, once) : undefined
    return {
      ...(usage !== undefined && { usage }),
      ...(found && { places: found.reduce((sum, use) => sum + use.count, 0) }),
    }
  }

  async function listLevel(actor: Actor, level: LevelId): Promise<{ row: FieldRow; field: Field }[]> {
    const db = databaseOf(actor)
    const [rows, optionRows] = await Promise.all([
      listFields(db, actor.tenantId, level),
      listOptions(db, actor.tenantId),
    ])
    const options = Map.groupBy(optionRows, (option) => option.field_id)
    return rows.map((row) => ({ row, field: toField(row, options.get(row.field_id) ?? []) }))
  }

  return {
    /** The fields of a level in their order; `name` and `displayName` look one up, in any case. */
    async listFields(actor: Actor, query: ListFields): Promise<Field[]> {
      const { level, name, displayName } = query
      const isWanted = (field: Field) =>
        (name === undefined || field.name.toLowerCase() === name.toLowerCase()) &&
        (displayName === undefined || fold(field.displayName) === fold(displayName))
      const found = (await listLevel(actor, level)).filter(({ field }) => isWanted(field))
      const fields: Field[] = []
      const once = createOnce()
      for (const { row, field } of found)
        fields.push({ ...field, ...(await counted(actor, row, field, query, once)) })
      return fields
    },

    /** Errors: invalid_input `field.invalid`; conflict `field.name_taken`. */
    async createField(actor: Actor, input: CreateField): Promise<Field> {
      try {
        return await write(actor, fieldCreated, (tx) => insert(tx, actor, input))
      } catch (error) {
        throw explain(error, input)
      }
    },

    /** Errors: not_found `field.unknown`; invalid_input `field.invalid`; conflict `field.name_taken`. */
    async editField(actor: Actor, fieldId: number, input: EditField): Promise<Field> {
      try {
        return await write(actor, fieldChanged, (tx) => update(tx, actor, fieldId, input))
      } catch (error) {
        throw explain(error, input)
      }
    },

    /** Values stay in their records, unseen. Its names are free again. Error: not_found `field.unknown`. */
    async deleteField(actor: Actor, fieldId: number): Promise<void> {
      await write(actor, fieldDeleted, async (tx) => {
        const row = await take(tx, actor, fieldId)
        await indexes.dropIndexes(tx, actor.tenantId, row)
        return updateField(tx, actor.tenantId, fieldId, { deleted_at: platform.clock.now() })
      })
    },

    /** Error: invalid_input `field.invalid` when the order is not of exactly the level's fields. */
    async orderFields(actor: Actor, { columnLevel, orderArray }: FieldOrder): Promise<Field[]> {
      await transact(databaseOf(actor), async (tx) => {
        await lockLevel(tx, actor.tenantId, columnLevel)
        refuseFaults(faultsOfOrder(await listFields(tx, actor.tenantId, columnLevel), orderArray))
        await orderFields(tx, actor.tenantId, orderArray)
      })
      await cache.forget(actor.tenantId)
      return (await listLevel(actor, columnLevel)).map(({ field }) => field)
    },

    /** Who uses a field. Error: not_found `field.unknown`. */
    async findUsage(actor: Actor, fieldId: number): Promise<FieldUsage> {
      const row = await findField(databaseOf(actor), actor.tenantId, fieldId)
      if (!row) throw unknownField(fieldId)
      const options = await listOptions(databaseOf(actor), actor.tenantId, fieldId)
      const field = fromCustom(row, groupOptions(options).get(fieldId) ?? [])
      const [records, found] = await Promise.all([
        isScoped(actor) ? undefined : uses.countRecords(actor.tenantId, field),
        uses.findUses(actor.tenantId, field),
      ])
      return { ...(records !== undefined && { records }), uses: found.map((use) => seenBy(actor, use)) }
    },
  }
}
