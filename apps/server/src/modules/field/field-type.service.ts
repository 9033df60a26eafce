import { dataTypes, hasOptions, type DataType } from '@steward/contracts/data-type'
import { fieldChanged } from '@steward/contracts/event/field.event'
import type { LevelId } from '@steward/contracts/level'
import type { Tx } from '../../platform/db/database.ts'
import { notFound } from '../../platform/errors.ts'
import { publish } from '../../platform/events/events.ts'
import { serverTypes } from '../data-type/index.ts'
import { fromCustom, toOption, type CatalogueField } from './field.catalogue.ts'
import { findField, lockField, lockLevel, setDataType, type FieldRow } from './field.store.ts'
import type { FieldIndexService } from './field-index.service.ts'
import { listOptions } from './field-option.store.ts'
import { leaveSlots, takeSlots } from './slot.store.ts'

/** A field as it would be with another type. */
export function withDataType(field: CatalogueField, dataType: DataType): CatalogueField {
  if (field.dataType === dataType) return field
  const options = [...field.options, ...(field.formerOptions ?? [])]
  const { kind } = dataTypes[dataType]
  return {
    ...field,
    dataType,
    kind,
    type: serverTypes[dataType],
    options: hasOptions(dataType) ? options : [],
  }
}

/** A field with the type that it had before a change set: values from before that one are of this type. */
export function typedBefore(field: CatalogueField, changeSetId: number): CatalogueField {
  const earlier = field.earlierTypes?.find(({ until }) => changeSetId <= until)
  return earlier ? withDataType(field, earlier.dataType) : field
}

/** The same for the values that a change set wrote. */
export function typedAfter(field: CatalogueField, changeSetId: number): CatalogueField {
  const earlier = field.earlierTypes?.find(({ until }) => changeSetId < until)
  return earlier ? withDataType(field, earlier.dataType) : field
}

/** Gives fields another type, for the module that converts their values in the same transaction. */
export function createTypeSetter(indexes: FieldIndexService, now: () => Date) {
  /**
   * Sets the type of a field and gives it slots for values of that type. `changeSetId` is the change set that
   * converts its values. The caller forgets the catalogue after the commit. Error: not_found `field.unknown`.
   */
  return async function setType(
    tx: Tx,
    tenantId: number,
    fieldId: number,
    { dataType, changeSetId }: { dataType: DataType; changeSetId: number },
  ): Promise<CatalogueField> {
    const row = await lockField(tx, tenantId, fieldId)
    if (!row) throw notFound('field.unknown', `Field ${fieldId} does not exist. It may have been deleted.`)
    await lockLevel(tx, tenantId, row.level as LevelId)
    await setDataType(tx, row, { dataType, changeSetId })
    if (row.slot !== null) await indexes.dropIndexes(tx, tenantId, await leaveSlots(tx, row, now()))
    await takeSlots(tx, tenantId, fieldId, dataType)
    await publish(tx, tenantId, fieldChanged, { fieldId, level: row.level, name: row.name })
    const changed = (await findField(tx, tenantId, fieldId)) as FieldRow
    return fromCustom(changed, (await listOptions(tx, tenantId, fieldId)).map(toOption))
  }
}
